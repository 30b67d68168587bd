// node server.js PORT memory|files
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const os = require('os');
const fs = require('fs');
const path = require('path');

const [port, storage] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boardgame-io-'));
const db = storage === 'files' ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [require('./game')], origins: [Origins.LOCALHOST], db });
server.run({ port: Number(port), callback: () => console.log('ready') });
