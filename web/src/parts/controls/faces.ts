/** Our drawings of faces, on a field of 64 by 64: animals for people, cats for bots, and a pattern for each colour. */

import type { ANIMALS, COLOURS } from "$lib/wire";

export type Animal = (typeof ANIMALS)[number];
export type Colour = (typeof COLOURS)[number];

/** A shape of a drawing: its paint, and its outline. A paint that begins with "line" is a stroke. */
export type Shape = readonly [paint: string, d: string];

/** A circle or an ellipse as a path. */
const round = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** Two of a kind, left and right of the middle. */
const pair = (x: number, y: number, rx: number, ry = rx): string => round(32 - x, y, rx, ry) + round(32 + x, y, rx, ry);

const eyes = (x: number, y: number, size = 3.2): Shape => ["dark", pair(x, y, size, size * 1.15)];
const gleam = (x: number, y: number): Shape => ["white", round(32 - x + 1, y - 1.4, 1.2) + round(32 + x + 1, y - 1.4, 1.2)];

export const DRAWINGS: Record<Animal, readonly Shape[]> = {
  fox: [
    ["rust", "M8 8 24 18Q32 15 40 18L56 8Q60 22 55 33Q51 45 32 58Q13 45 9 33Q4 22 8 8Z"],
    ["ebony", "M11 12 20 19 13 24ZM53 12 44 19 51 24Z"],
    ["cream", "M9 33Q22 30 32 47Q42 30 55 33Q51 45 32 58Q13 45 9 33Z"],
    eyes(10.5, 33.5, 3),
    gleam(10.5, 33.5),
    ["dark", round(32, 53.5, 4.4, 3.6)],
  ],
  rabbit: [
    ["grey", "M19 30Q9 8 17 4Q27 4 28 27ZM45 30Q55 8 47 4Q37 4 36 27Z"],
    ["rose", "M20.500 26Q15 11 18 9Q23 10 24.500 25ZM43.500 26Q49 11 46 9Q41 10 39.500 25Z"],
    ["grey", round(32, 41, 19, 17.5)],
    ["white", pair(5.4, 48.5, 6.8, 5.8)],
    eyes(9.5, 37.5),
    gleam(9.5, 37.5),
    ["rose", "M28 43H36L32 47.500Z"],
    ["white", "M29 52H35V58.500H29Z"],
    ["line", "M32 47.500V58"],
  ],
  bear: [
    ["brown", pair(19, 17, 9.5)],
    ["tan", pair(19, 17, 5)],
    ["brown", round(32, 36, 23, 21.5)],
    ["tan", round(32, 44.5, 12, 9.5)],
    eyes(10, 31.5),
    gleam(10, 31.5),
    ["dark", round(32, 40, 5.2, 3.8)],
    ["line", "M32 43.500V47.500M26.500 47.500Q29.500 51 32 47.500Q34.500 51 37.500 47.500"],
  ],
  owl: [
    ["umber", "M10 7Q19 11 25 13Q32 11.500 39 13Q45 11 54 7Q57 18 54 27Q59 57 32 58Q5 57 10 27Q7 18 10 7Z"],
    ["tan", "M20 45Q32 35 44 45Q43 56 32 56Q21 56 20 45Z"],
    ["cream", pair(10.5, 29, 11.2)],
    ["amber", pair(10, 29.5, 7)],
    ["dark", pair(9.5, 29.5, 3.9)],
    ["white", round(24, 28, 1.4) + round(43, 28, 1.4)],
    ["orange", "M27 37H37L32 46Z"],
  ],
  frog: [
    ["leaf", pair(15, 18, 10.5)],
    ["leaf", round(32, 38, 26, 19.5)],
    ["white", pair(15, 17, 7.2)],
    ["dark", pair(14.6, 17.5, 4.3)],
    ["line", "M13 41Q32 57 51 41"],
    ["dark", pair(3.2, 32.5, 1.3, 1.6)],
    ["rose", pair(20, 45.5, 3.6, 2.2)],
  ],
  panda: [
    ["ebony", pair(19, 15, 9.5)],
    ["white", round(32, 36, 24, 22)],
    ["ebony", "M14 37Q13 27 21 25.500Q29 26 27 35Q23 44 17 42Q14.500 40.500 14 37ZM50 37Q51 27 43 25.500Q35 26 37 35Q41 44 47 42Q49.500 40.500 50 37Z"],
    ["white", pair(11, 33.5, 3.6)],
    ["dark", pair(10.6, 34, 2.1)],
    ["dark", round(32, 44, 4.6, 3.2)],
    ["line", "M32 47V49.500M26.500 49.500Q29.500 53 32 49.500Q34.500 53 37.500 49.500"],
  ],
  dog: [
    ["sand", round(32, 35, 20, 22.5)],
    ["brown", "M17 15Q3 16 5 35Q7 48 13.500 46Q19 40 19.500 22ZM47 15Q61 16 59 35Q57 48 50.500 46Q45 40 44.500 22Z"],
    ["cream", "M28.500 13H35.500L37 37H27Z"],
    ["cream", round(32, 46, 12.5, 10)],
    eyes(9, 32.5),
    gleam(9, 32.5),
    ["dark", round(32, 41.5, 5.8, 4)],
    ["rose", "M28.500 50H35.500V54Q32 60 28.500 54Z"],
    ["line", "M32 45V49.500M25.500 49Q29 52 32 49.500Q35 52 38.500 49"],
  ],
  mouse: [
    ["slate", pair(18, 19, 13)],
    ["rose", pair(18, 19, 8)],
    ["slate", "M32 21Q54 22 52 40Q48 50 32 59Q16 50 12 40Q10 22 32 21Z"],
    eyes(9, 37),
    gleam(9, 37),
    ["rose", round(32, 54, 4.8, 4)],
    ["line", "M22 49 9 46M22 52 10 54M42 49 55 46M42 52 54 54"],
  ],
  penguin: [
    ["ebony", "M32 5Q56 6 56 34Q56 59 32 59Q8 59 8 34Q8 6 32 5Z"],
    ["white", "M32 25Q36 15 44 17Q53 20 51 36Q48 55 32 55Q16 55 13 36Q11 20 20 17Q28 15 32 25Z"],
    eyes(10, 31.5),
    gleam(10, 31.5),
    ["orange", "M24 38.500Q32 33.500 40 38.500L32 48Z"],
    ["rose", pair(14.5, 41, 3.2, 2.4)],
  ],
  pig: [
    ["pinker", "M9 10Q24 10 27 22L14 29Q6 20 9 10ZM55 10Q40 10 37 22L50 29Q58 20 55 10Z"],
    ["pink", round(32, 36.5, 23.5, 21)],
    ["pinker", round(32, 43, 12, 8.8)],
    ["dark", pair(4.6, 43, 2.3, 3.2)],
    eyes(11.5, 31),
    gleam(11.5, 31),
  ],
  hedgehog: [
    ["umber", "M32 4 37 9 44 6 46 13 54 13 53 21 60 24 57 31 62 37 56 42 58 50 50 51H14L6 50 8 42 2 37 7 31 4 24 11 21 10 13 18 13 20 6 27 9Z"],
    ["sand", "M32 27Q37 18 46 23Q54 31 50 43Q46 56 32 59Q18 56 14 43Q10 31 18 23Q27 18 32 27Z"],
    eyes(9, 38.5),
    gleam(9, 38.5),
    ["dark", round(32, 49.5, 5, 4.2)],
    ["linelight", "M32 10V17M22 13 24 19M42 13 40 19M13 21 18 25M51 21 46 25"],
  ],
  sheep: [
    ["slate", "M17 28Q3 25 3 33Q7 42 18 37ZM47 28Q61 25 61 33Q57 42 46 37Z"],
    ["white", pair(9, 13, 8.5) + pair(18, 21, 8) + round(32, 16, 13, 11.5)],
    ["slate", "M32 20Q50 20 47.500 38Q45 59 32 59Q19 59 16.500 38Q14 20 32 20Z"],
    ["white", pair(5, 21, 6.5) + pair(13, 22, 5)],
    ["white", pair(8, 37, 4.6)],
    ["dark", pair(7.4, 37.4, 2.7)],
    ["linedark", "M27 48.500 32 52 37 48.500M32 52V55"],
  ],
};

const MUZZLE: Shape = ["line", "M32 48.500V51M26 51Q29.500 54.500 32 51Q34.500 54.500 38 51"];

/** The bots, by level. */
export const CATS: Record<string, readonly Shape[]> = {
  kitten: [
    ["cream", "M14 13Q22 15 26 21Q32 19.500 38 21Q42 15 50 13Q54 22 51 32Q56 56 32 57Q8 56 13 32Q10 22 14 13Z"],
    ["rose", "M16.500 17Q21 18.500 23.500 22.500L16.500 27ZM47.500 17Q43 18.500 40.500 22.500L47.500 27Z"],
    ["white", pair(9, 38, 7.6, 8.2)],
    ["dark", pair(8.2, 38.5, 5, 5.6)],
    ["white", round(25.5, 36, 1.8) + round(41.9, 36, 1.8)],
    ["rose", "M29 46H35L32 49.500Z"],
    ["line", "M32 49.500Q30.500 52.500 28 51.500M32 49.500Q33.500 52.500 36 51.500"],
  ],
  cat: [
    ["ash", "M9 6Q19 10 24 17Q32 15 40 17Q45 10 55 6Q59 20 54 31Q58 57 32 58Q6 57 10 31Q5 20 9 6Z"],
    ["rose", "M12.500 11Q18 13.500 20.500 18L14 24ZM51.500 11Q46 13.500 43.500 18L50 24Z"],
    ["white", "M32 38Q43 41 43 49Q41 57 32 57Q23 57 21 49Q21 41 32 38Z"],
    ["lime", "M14.500 34Q21 26 28 34Q21 40.500 14.500 34ZM49.500 34Q43 26 36 34Q43 40.500 49.500 34Z"],
    ["dark", pair(10.6, 33.7, 2, 4.2)],
    ["rose", "M28 44.500H36L32 48.500Z"],
    ["lineash", "M32 18V25M26 19.500 27 24.500M38 19.500 37 24.500"],
    MUZZLE,
  ],
  lynx: [
    ["linedarkbold", "M9 2 13 12M55 2 51 12"],
    ["fawn", "M10 8Q19 12 24 18Q32 16 40 18Q45 12 54 8Q57 20 54 29L62 41 53 44Q47 57 32 58Q17 57 11 44L2 41 10 29Q7 20 10 8Z"],
    ["ebony", "M12.500 12Q17.500 15 20 19L14 24ZM51.500 12Q46.500 15 44 19L50 24Z"],
    ["white", "M4 41 12 38Q19 42 32 40Q45 42 52 38L60 41 52 43Q46 57 32 57Q18 57 12 43Z"],
    ["amber", "M15 31.500Q23 28 28.500 35.500Q20 38.500 15 31.500ZM49 31.500Q41 28 35.500 35.500Q44 38.500 49 31.500Z"],
    ["dark", pair(9.6, 33.5, 2.1, 3)],
    ["umber", pair(5, 23.5, 1.7) + pair(11, 25.5, 1.5) + round(32, 20.5, 1.7)],
    ["dark", "M27.500 43.500H36.500L32 48.500Z"],
    MUZZLE,
  ],
  tiger: [
    ["orange", pair(18.5, 14, 8.5)],
    ["ebony", pair(18.5, 14, 4.6)],
    ["orange", "M32 9Q57 10 57 34Q57 58 32 59Q7 58 7 34Q7 10 32 9Z"],
    ["white", "M32 34Q40 35 46 44Q45 57 32 57.500Q19 57 18 44Q24 35 32 34ZM14 27Q20 22 26 28Q20 31 14 27ZM50 27Q44 22 38 28Q44 31 50 27Z"],
    ["ebony", "M30 10H34L32 24ZM22 12H26L27 22ZM42 12H38L37 22ZM7.500 30 18 34 7.500 36ZM9 43 19 42 11.500 48ZM56.500 30 46 34 56.500 36ZM55 43 45 42 52.500 48Z"],
    ["amber", "M16 34Q22 28 28 35Q21 38.500 16 34ZM48 34Q42 28 36 35Q43 38.500 48 34Z"],
    ["dark", pair(9.8, 33.6, 2, 2.8)],
    ["pinker", "M27 43.500H37L32 48.500Z"],
    MUZZLE,
  ],
};

/** A mark on each colour's ground, so that colours differ without being seen as colours. */
export const PATTERNS: Record<Colour, string> = {
  blue: "M-8 26 26-8M-8 60 60-8M4 72 72 4M38 72 72 38",
  yellow: [6, 24, 42, 60].flatMap((y, row) => [row % 2 ? -3 : 6, row % 2 ? 15 : 24, row % 2 ? 33 : 42, row % 2 ? 51 : 60].map((x) => `M${x} ${y}h.01`)).join(""),
  green: "M-4 10Q4 2 12 10T28 10T44 10T60 10T76 10M-4 32Q4 24 12 32T28 32T44 32T60 32T76 32M-4 54Q4 46 12 54T28 54T44 54T60 54T76 54",
  pink: "M0 8H16M32 8H48M16 24H32M48 24H64M0 40H16M32 40H48M16 56H32M48 56H64",
  orange: "M6 0V64M24 0V64M42 0V64M60 0V64",
  violet: "M-6 22 22-6M-6 46 46-6M-6 70 70-6M18 70 70 18M42 70 70 42M70 22 42-6M70 46 18-6M70 70-6-6M46 70-6 18M22 70-6 42",
};
