// Open-loop load for boardgame.io's server, as bench/server_load.py does it for Tatze's: tables of four, actions due at
// fixed times, latency from then to the update that shows the action.
//
//     npm install --ignore-scripts && node load.js --rates 250 500 1000 --tables 200 --seconds 10 --storage memory
const { spawn } = require('child_process');
const path = require('path');
const fs = require('fs');
const { io } = require('socket.io-client');

function argument(name, usual) {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return usual;
  const rest = process.argv.slice(at + 1);
  const end = rest.findIndex((word) => word.startsWith('--'));
  return end < 0 ? rest : rest.slice(0, end);
}

const rates = argument('rates', ['500']).map(Number);
const tables = Number(argument('tables', ['200'])[0]);
const seconds = Number(argument('seconds', ['10'])[0]);
const storage = argument('storage', ['memory'])[0];
const port = 18000 + (process.pid % 2000);
const WARM = 2;

const now = () => performance.now() / 1000;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const ready = [];
const taken = [];

async function call(where, body) {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`http://127.0.0.1:${port}/games/cards/${where}`, options);
  if (!answer.ok) throw new Error(`${where}: ${answer.status}`);
  return answer.json();
}

class Table {
  constructor(id) {
    this.id = id;
    this.sockets = [];
    this.credentials = [];
    this.state = -1;
    this.due = 0;
    this.waitsFor = -1;
  }

  async fill() {
    for (let seat = 0; seat < 4; seat++) {
      const joined = await call(`${this.id}/join`, { playerID: String(seat), playerName: `P${seat}` });
      this.credentials.push(joined.playerCredentials);
    }
    for (let seat = 0; seat < 4; seat++) await this.connect(seat);
  }

  connect(seat) {
    return new Promise((done) => {
      const options = { transports: ['websocket'], perMessageDeflate: false, forceNew: true };
      const socket = io(`http://127.0.0.1:${port}/cards`, options);
      socket.on('connect', () => socket.emit('sync', this.id, String(seat), this.credentials[seat], 4));
      socket.on('sync', (_, info) => { this.see(seat, info.state); done(); });
      socket.on('update', (_, state) => this.see(seat, state));
      this.sockets.push(socket);
    });
  }

  see(seat, state) {
    if (seat === this.mover && this.due && state._stateID > this.waitsFor) {
      taken.push([this.due, now() - this.due]);
      this.due = 0;
    }
    if (Number(state.ctx.currentPlayer) === seat && state._stateID > this.state) {
      this.state = state._stateID;
      this.turn = seat;
    }
    if (!this.due && this.turn !== undefined && !this.queued) {
      this.queued = true;
      ready.push(this);
    }
  }

  act(due) {
    this.queued = false;
    this.due = due;
    this.mover = this.turn;
    this.turn = undefined;
    this.waitsFor = this.state;
    const payload = { type: 'play', args: [Math.floor(Math.random() * 13)], playerID: String(this.mover),
      credentials: this.credentials[this.mover] };
    this.sockets[this.mover].emit('update', { type: 'MAKE_MOVE', payload }, this.state, this.id, String(this.mover));
  }
}

function cpu(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function drive(rate, pid) {
  taken.length = 0;
  const total = Math.floor(rate * (seconds + WARM));
  const start = now();
  const before = cpu(pid);
  let sent = 0;
  while (sent < total && now() - start < 3 * seconds + 5) {
    const due = Math.min(total, Math.floor((now() - start) * rate) + 1);
    while (sent < due && ready.length) ready.shift().act(start + sent++ / rate);
    await pause(1);
  }
  await pause(1500);
  const passed = now() - start;
  const counted = taken.filter(([due]) => due >= start + WARM);
  const times = counted.map(([, took]) => took).sort((a, b) => a - b);
  const last = counted.reduce((latest, [due, took]) => Math.max(latest, due + took), 0);
  const achieved = counted.length / Math.max(seconds, last - start - WARM);
  const ms = (share) => Math.round(10000 * times[Math.min(times.length - 1, Math.floor(share * times.length))]) / 10;
  const held = achieved >= 0.99 * rate && ms(0.99) < 60;
  const facts = { offered: rate, achieved: Math.round(achieved), p50_ms: ms(0.5), p99_ms: ms(0.99),
    server_cpu: Math.round((100 * (cpu(pid) - before)) / passed) / 100, held };
  console.log(JSON.stringify(facts));
}

async function main() {
  const words = [path.join(__dirname, 'server.js'), String(port), storage];
  const server = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], cwd: __dirname });
  try {
    await new Promise((done) => server.stdout.on('data', (data) => String(data).includes('ready') && done()));
    console.log(JSON.stringify({ server: 'boardgame.io', version: require('boardgame.io/package.json').version,
      node: process.version, storage, tables }));
    for (let number = 0; number < tables; number++) {
      const { matchID } = await call('create', { numPlayers: 4 });
      await new Table(matchID).fill();
    }
    for (const rate of rates) await drive(rate, server.pid);
  } finally {
    server.kill();
  }
  process.exit(0);
}

main();
