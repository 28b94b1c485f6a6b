// Runs the demo page in headless Chromium, over its debugging protocol: no package of npm is needed.
"use strict";
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const { accessSync, constants, mkdtempSync, readFileSync, writeFileSync } = require("node:fs");
const { rm } = require("node:fs/promises");
const { createServer } = require("node:http");
const { tmpdir } = require("node:os");
const { basename, delimiter, extname, join, resolve } = require("node:path");

const PATIENCE = 60_000; // milliseconds: the CPU draws WebGL here, slowly
const OPTIONS = [
  "--headless", "--no-sandbox", "--no-first-run", "--remote-debugging-pipe", "--window-size=1200,1300",
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader", // WebGL without a GPU
  "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** The program: Chromium or Chrome, or undefined if there is none. */
function findBrowser() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const programs = process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return programs.find((program) => {
    try {
      accessSync(program, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A web server of a folder, for this machine only. */
function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(folder, pathname.replace(/\/$/, "/index.html"));
    try {
      const content = readFileSync(path);
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => { server.listen(0, "127.0.0.1", () => done(server)); });
}

/** A function that sends a command to the browser and waits for its result. `onEvent` gets what nothing waits for. */
function connect(browser, onEvent) {
  const waiting = new Map();
  const [input, output] = [browser.stdio[3], browser.stdio[4]];
  let rest = "";
  output.setEncoding("utf8").on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const message of messages.map((message) => JSON.parse(message))) {
      if (waiting.has(message.id)) {
        waiting.get(message.id)(message);
      } else {
        onEvent(message);
      }
    }
  });
  let last = 0;
  return (method, params = {}, sessionId = undefined) => new Promise((done, fail) => {
    const id = ++last;
    waiting.set(id, ({ result, error }) => {
      waiting.delete(id);
      if (error) {
        fail(new Error(`${method}: ${error.message}`));
      } else {
        done(result);
      }
    });
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
  });
}

// What the page shows, the share of its canvas that is drawn, and the number of pixels that have a color of contact
// points. Runs in the browser.
const LOOK = (page) => new Promise((done) => {
  const view = page?.defaultView;
  const canvas = page?.getElementById("canvas");
  if (!canvas) {
    done(null);
    return;
  }
  // After the page's own work in this frame: later the canvas is empty.
  view.requestAnimationFrame(() => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let [drawn, dots] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b, alpha] = data.subarray(i, i + 4);
      drawn += alpha === 255;
      dots += (r === 217 && g === 26 && b === 26) || (r === 26 && g === 89 && b === 230);
    }
    const text = (id) => page.getElementById(id).textContent;
    const shown = Object.fromEntries(["backend", "boxes", "pairs", "points", "rate", "fps", "message"].map((id) => [id, text(id)]));
    done({ ...shown, drawn: drawn / (canvas.width * canvas.height), dots });
  });
});

/** Waits until the demo shows contacts, checks what it shows, and writes a picture. */
async function check(send, page, errors, picture) {
  const evaluate = async (expression) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send("Runtime.evaluate", options);
    assert.ok(!exceptionDetails, exceptionDetails?.exception?.description);
    return result.value;
  };
  const end = Date.now() + PATIENCE;
  const isOver = (shown) => shown?.message || errors.length > 0 || Number(shown?.points) > 500 || Date.now() > end;
  let shown;
  do {
    await pause(200);
    shown = await evaluate(`(${LOOK})(${page})`);
  } while (!isOver(shown));
  console.log(JSON.stringify(shown));
  assert.deepStrictEqual(errors, []);
  assert.ok(shown, "the page holds no demo");
  assert.strictEqual(shown.message, "");
  assert.strictEqual(shown.backend, "portable (wasm simd128)");
  assert.strictEqual(shown.boxes, "200");
  for (const id of ["pairs", "points", "rate", "fps"]) {
    assert.ok(Number.parseFloat(shown[id]) > 0, `${id}: ${shown[id]}`);
  }
  assert.ok(shown.drawn > 0.1, "no boxes are drawn");
  assert.ok(shown.dots > 0, "no contact points are drawn");
  await evaluate(`${page}.defaultView.frameElement?.scrollIntoView({ block: "end" })`);
  const { data } = await send("Page.captureScreenshot");
  writeFileSync(picture, Buffer.from(data, "base64"));
  await evaluate(`${page}.getElementById("dots").click()`);
  assert.strictEqual((await evaluate(`(${LOOK})(${page})`)).dots, 0, "contact points are drawn though they are off");
}

/**
 * Checks the demo in headless Chromium: in `index.html` of a folder, where the JavaScript `page` finds the document of
 * the demo. Writes a picture next to the folder.
 */
exports.checkInBrowser = async function checkInBrowser(folder, page) {
  const program = findBrowser();
  if (!program) {
    console.log("skipped: the page in a browser, there is no chromium");
    return;
  }
  const profile = mkdtempSync(join(tmpdir(), "octosat-"));
  const server = await serve(folder);
  const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
  const browser = spawn(program, [...OPTIONS, `--user-data-dir=${profile}`], { stdio, timeout: 2 * PATIENCE });
  const closed = new Promise((done, fail) => { browser.on("exit", done).on("error", fail); });
  const picture = join(resolve(folder), "..", `${basename(resolve(folder))}.png`);
  const errors = [];
  const connection = connect(browser, ({ method, params }) => {
    if (method === "Runtime.exceptionThrown") {
      errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      errors.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  });
  const work = async () => {
    const { targetId } = await connection("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await connection("Target.attachToTarget", { targetId, flatten: true });
    const send = (method, params) => connection(method, params, sessionId);
    for (const domain of ["Runtime", "Log", "Page"]) {
      await send(`${domain}.enable`);
    }
    const { errorText } = await send("Page.navigate", { url: `http://127.0.0.1:${server.address().port}/` });
    assert.ok(!errorText, errorText);
    await check(send, page, errors, picture);
  };
  const ended = closed.then((code) => { throw new Error(`the browser ended, with ${code}`); });
  try {
    await Promise.race([work(), ended]);
    console.log(`the page runs in ${basename(program)}; a picture of it: ${picture}`);
  } finally {
    ended.catch(() => {});
    browser.kill();
    await closed;
    server.close();
    // Processes of the browser that end later may still write here.
    await rm(profile, { recursive: true, force: true, maxRetries: 20 });
  }
};
