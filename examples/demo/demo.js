// Runs the WebAssembly module frame by frame, draws its boxes and contact points with WebGL, and shows how fast it is.

const FLOATS_PER_BOX = 10; // center, rotation, half extents
const FLOATS_PER_POINT = 4; // position, depth
const FRAME = 1000 / 60; // milliseconds

const element = (id) => document.getElementById(id);
const canvas = element("canvas");
document.documentElement.classList.toggle("framed", window !== window.top);

// ---- Drawing ----

const BOX_VERTEX = `#version 300 es
uniform mat4 camera;
uniform int fixedCount;
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 center;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 halfExtents;
out vec3 color;
vec3 turned(vec3 v) { return v + 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v); }
void main() {
  gl_Position = camera * vec4(center + turned(corner * halfExtents), 1.0);
  float hue = fract(float(gl_InstanceID) * 0.618034);
  vec3 tint = 0.6 + 0.3 * cos(6.28319 * (hue + vec3(0.0, 0.33, 0.67)));
  vec3 base = gl_InstanceID < fixedCount ? vec3(0.80, 0.82, 0.85) : tint;
  color = base * (0.68 + 0.32 * dot(turned(normal), normalize(vec3(0.4, 0.8, 0.5))));
}`;

const POINT_VERTEX = `#version 300 es
uniform mat4 camera;
uniform float pixels;
layout(location = 0) in vec4 point;
out vec3 color;
void main() {
  gl_Position = camera * vec4(point.xyz, 1.0);
  // Contact points lie inside boxes. At the depth of a point nearer to the camera they show on edges and faces.
  float nearer = 0.15;
  gl_Position.z = (gl_Position.z - 1.02 * nearer) / (gl_Position.w - nearer) * gl_Position.w;
  gl_PointSize = pixels / gl_Position.w;
  color = point.w < 0.0 ? vec3(0.1, 0.35, 0.9) : vec3(0.85, 0.1, 0.1); // blue: a gap; red: an overlap
}`;

const fragment = (shape) => `#version 300 es
precision mediump float;
in vec3 color;
out vec4 pixel;
void main() {
  ${shape}
  pixel = vec4(color, 1.0);
}`;
const ROUND = "if (distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;";

function makeProgram(gl, vertex, shape) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment(shape)]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program));
  }
  const uniform = (name) => gl.getUniformLocation(program, name);
  return { program, camera: uniform("camera"), fixedCount: uniform("fixedCount"), pixels: uniform("pixels") };
}

/** The 36 corners of the triangles of a cube, each with its face normal. */
function cube() {
  const data = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) {
        const corner = [0, 0, 0];
        corner[axis] = side;
        corner[(axis + 1) % 3] = u * side;
        corner[(axis + 2) % 3] = v;
        const normal = [0, 0, 0];
        normal[axis] = side;
        data.push(...corner, ...normal);
      }
    }
  }
  return new Float32Array(data);
}

/** The matrix, by columns, of a camera that looks at the tray from `angle` around it. */
function cameraMatrix(angle, aspect) {
  const [near, far, lens] = [1, 100, 1.9];
  const distance = Math.max(14.5, 16 / aspect);
  const tilt = 0.6;
  const [s, c, st, ct] = [Math.sin(angle), Math.cos(angle), Math.sin(tilt), Math.cos(tilt)];
  const rows = [[c, 0, -s], [-s * st, ct, -c * st], [s * ct, st, c * ct]]; // right, up, back
  const height = -0.4;
  const shift = [0, -ct * height, -st * height - distance];
  const [a, b] = [-(far + near) / (far - near), (-2 * far * near) / (far - near)];
  const matrix = [];
  for (let k = 0; k < 4; k++) {
    const [x, y, z] = k < 3 ? rows.map((row) => row[k]) : shift;
    matrix.push((lens / aspect) * x, lens * y, a * z + (k < 3 ? 0 : b), -z);
  }
  return matrix;
}

function makeView() {
  const gl = canvas.getContext("webgl2", { antialias: true });
  if (!gl) {
    throw new Error("This browser has no WebGL 2.");
  }
  const [boxProgram, pointProgram] = [makeProgram(gl, BOX_VERTEX, ""), makeProgram(gl, POINT_VERTEX, ROUND)];
  const attribute = (location, size, stride, offset, divisor) => {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, gl.FLOAT, false, 4 * stride, 4 * offset);
    gl.vertexAttribDivisor(location, divisor);
  };
  const [boxArray, pointArray] = [gl.createVertexArray(), gl.createVertexArray()];
  const [cubeBuffer, boxBuffer, pointBuffer] = [gl.createBuffer(), gl.createBuffer(), gl.createBuffer()];
  gl.bindVertexArray(boxArray);
  gl.bindBuffer(gl.ARRAY_BUFFER, cubeBuffer);
  gl.bufferData(gl.ARRAY_BUFFER, cube(), gl.STATIC_DRAW);
  attribute(0, 3, 6, 0, 0);
  attribute(1, 3, 6, 3, 0);
  gl.bindBuffer(gl.ARRAY_BUFFER, boxBuffer);
  attribute(2, 3, FLOATS_PER_BOX, 0, 1);
  attribute(3, 4, FLOATS_PER_BOX, 3, 1);
  attribute(4, 3, FLOATS_PER_BOX, 7, 1);
  gl.bindVertexArray(pointArray);
  gl.bindBuffer(gl.ARRAY_BUFFER, pointBuffer);
  attribute(0, 4, FLOATS_PER_POINT, 0, 0);

  return function draw(boxes, points, fixedCount, angle) {
    const scale = Math.min(window.devicePixelRatio || 1, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.max(1, Math.round(size * scale)));
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
    }
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0); // the background of the page
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const camera = cameraMatrix(angle, width / height);

    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(boxProgram.program);
    gl.uniformMatrix4fv(boxProgram.camera, false, camera);
    gl.uniform1i(boxProgram.fixedCount, fixedCount);
    gl.bindVertexArray(boxArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, boxBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, boxes, gl.DYNAMIC_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 36, boxes.length / FLOATS_PER_BOX);

    gl.useProgram(pointProgram.program);
    gl.uniformMatrix4fv(pointProgram.camera, false, camera);
    gl.uniform1f(pointProgram.pixels, 0.12 * height);
    gl.bindVertexArray(pointArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, pointBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, points, gl.DYNAMIC_DRAW);
    gl.drawArrays(gl.POINTS, 0, points.length / FLOATS_PER_POINT);
  };
}

// ---- Frames ----

async function main() {
  const draw = makeView();
  const bytes = await (await fetch("demo.wasm")).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(bytes);
  const wasm = instance.exports;
  const floats = (start, length) => new Float32Array(wasm.memory.buffer, start, length);

  const name = new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.backend(), wasm.backend_len()));
  element("backend").textContent = wasm.has_simd() ? `${name} (wasm simd128)` : `${name} (wasm)`;
  wasm.drop_boxes(200);
  element("drop").onclick = () => { element("drop").disabled = wasm.drop_boxes(50) < 50; };
  element("clear").onclick = () => {
    wasm.clear();
    wasm.drop_boxes(200);
    element("drop").disabled = false;
  };
  let angle = 0.5;
  canvas.onpointerdown = (event) => canvas.setPointerCapture(event.pointerId);
  canvas.onpointermove = (event) => { if (event.buttons) { angle -= 0.008 * event.movementX; } };

  let pairs = 0;
  let sums = { since: performance.now(), frames: 0, pairs: 0, time: 0 };
  let next = sums.since;
  function frame(now) {
    requestAnimationFrame(frame);
    // A fast display shows some frames twice. A slow one drops frames, and below 20 per second it shows slow motion.
    next = Math.max(next, now - 3 * FRAME);
    for (; next <= now; next += FRAME) {
      pairs = wasm.find_pairs();
      const start = performance.now();
      wasm.find_contacts();
      sums.time += performance.now() - start;
      sums.pairs += pairs;
      wasm.advance();
    }
    const shown = element("dots").checked ? wasm.point_count() : 0;
    draw(floats(wasm.boxes(), FLOATS_PER_BOX * wasm.box_count()), floats(wasm.points(), FLOATS_PER_POINT * shown),
      wasm.fixed_count(), angle);
    sums.frames += 1;
    if (now - sums.since > 500) {
      show(sums, now);
      sums = { since: now, frames: 0, pairs: 0, time: 0 };
    }
  }

  function show(sums, now) {
    const rate = sums.time > 0 ? sums.pairs / sums.time / 1000 : 0;
    element("boxes").textContent = wasm.box_count() - wasm.fixed_count();
    element("pairs").textContent = pairs;
    element("points").textContent = wasm.point_count();
    element("rate").textContent = `${rate.toFixed(1)} million`;
    element("fps").textContent = Math.round((1000 * sums.frames) / (now - sums.since));
  }
  requestAnimationFrame(frame);
}

main().catch((error) => { element("message").textContent = `The demo cannot run: ${error.message}`; });
