// A card game of four that is about as large as Linko in what it keeps and sends: hidden hands, a deck, open displays.
// Each turn is one move: play a card onto your display and draw another one.
const { INVALID_MOVE } = require('boardgame.io/core');

function setup({ ctx, random }) {
  const deck = random.Shuffle(Array.from({ length: 104 }, (_, card) => 1 + (card % 13)));
  const hands = {};
  for (let seat = 0; seat < ctx.numPlayers; seat++) hands[seat] = deck.splice(0, 13);
  return { secret: { deck }, players: hands, displays: Array.from({ length: ctx.numPlayers }, () => []), discard: [] };
}

function play({ G, playerID }, place) {
  const hand = G.players[playerID];
  if (!(place >= 0 && place < hand.length)) return INVALID_MOVE;
  const display = G.displays[playerID];
  display.push(hand.splice(place, 1)[0]);
  if (display.length > 8) G.discard.push(display.shift());
  if (G.secret.deck.length === 0) G.secret.deck = G.discard.splice(0);
  hand.push(G.secret.deck.pop());
}

module.exports = {
  name: 'cards',
  setup,
  playerView: require('boardgame.io/core').PlayerView.STRIP_SECRETS,
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
};
