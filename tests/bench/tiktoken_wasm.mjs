// tiktoken's WebAssembly build beside ours: node tiktoken_wasm.mjs FILE ROUNDS
// Prints the tokens of FILE by GPT-2's encoding, and the seconds that each round took, as one line of JSON.
// WHATWHERE_TIKTOKEN names the node_modules folder that holds the npm package "tiktoken". Exit status 3: it is not
// there.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [file, rounds] = process.argv.slice(2);
let tiktoken;
try {
  const folder = path.resolve(process.env.WHATWHERE_TIKTOKEN ?? "node_modules");
  tiktoken = createRequire(path.join(folder, "_"))(path.join(folder, "tiktoken"));
} catch {
  process.exit(3);
}
const text = readFileSync(file, "utf8");
const encoding = tiktoken.get_encoding("gpt2");
let tokens = encoding.encode(text).length;  // once untimed: the code is compiled on the way
const seconds = [];
for (let round = 0; round < Number(rounds); ++round) {
  const start = performance.now();
  tokens = encoding.encode(text).length;
  seconds.push((performance.now() - start) / 1e3);
}
encoding.free();
console.log(JSON.stringify({ tokens, seconds }));
