/** A few short sounds, made on the spot; silent until somebody asks for them. */

import { settings } from "./settings.svelte";

export type Sound = "turn" | "card" | "gain" | "loss" | "steal" | "gift" | "roll" | "win";

/** The notes of a sound: frequency, when it begins, how long it lasts, how loud. */
const NOTES: Record<Sound, [number, number, number, number][]> = {
  turn: [[659, 0, 0.16, 0.12], [880, 0.1, 0.28, 0.12]],
  card: [[240, 0, 0.05, 0.1], [180, 0.02, 0.06, 0.08]],
  gain: [[587, 0, 0.12, 0.09], [784, 0.07, 0.2, 0.09]],
  loss: [[330, 0, 0.14, 0.1], [247, 0.09, 0.24, 0.1]],
  steal: [[392, 0, 0.08, 0.1], [494, 0.07, 0.08, 0.1], [370, 0.16, 0.12, 0.1], [277, 0.26, 0.3, 0.11]],
  gift: [[523, 0, 0.1, 0.09], [659, 0.09, 0.1, 0.09], [880, 0.2, 0.26, 0.1]],
  roll: [[210, 0, 0.04, 0.1], [190, 0.07, 0.04, 0.09], [230, 0.13, 0.04, 0.08], [200, 0.18, 0.05, 0.07]],
  win: [[523, 0, 0.18, 0.1], [659, 0.12, 0.18, 0.1], [784, 0.24, 0.2, 0.1], [1047, 0.36, 0.5, 0.11]],
};

let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  // Before the first click or key, browsers only complain.
  if (navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const note of NOTES[sound]) ring(audio, ...note);
}

function ring(audio: AudioContext, pitch: number, at: number, length: number, loud: number): void {
  const begin = audio.currentTime + at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loud, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length + 0.02);
}
