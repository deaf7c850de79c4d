import type { Dish } from './dishes.ts';
import { drawPiece } from './draw-piece.ts';
import { seededRandom } from './seeded-random.ts';

/** Paints a dish over the whole canvas: table, window light, plate, food, and the grain of a photograph. */
export function drawDish(context: CanvasRenderingContext2D, width: number, height: number, dish: Dish, seed: number): void {
  const random = seededRandom(seed);
  const radius = Math.min(width, height) * 0.41;
  drawTable(context, width, height, dish.table, random);
  context.save();
  context.translate(width * (0.5 + (random() - 0.5) * 0.06), height * (0.51 + (random() - 0.5) * 0.05));
  drawPlate(context, radius, dish.plate);
  for (const layer of dish.layers) {
    for (let piece = 0; piece < layer.count; piece += 1) {
      const angle = random() * Math.PI * 2;
      const distance = Math.sqrt(random()) * layer.spread * radius;
      context.save();
      context.translate(Math.cos(angle) * distance, Math.sin(angle) * distance);
      context.rotate(random() * Math.PI * 2);
      if (layer.shape !== 'pool') Object.assign(context, { shadowColor: 'rgb(30 12 0 / 40%)', shadowBlur: radius * 0.03, shadowOffsetY: radius * 0.015 });
      const across = layer.size * radius * (layer.shape === 'pool' ? 2 : 0.8 + random() * 0.45);
      drawPiece(context, layer.shape, across, layer.colours[Math.floor(random() * layer.colours.length)] ?? '#ffffff', random);
      context.restore();
    }
  }
  context.restore();
  drawLight(context, width, height);
  drawGrain(context, width, height, random);
}

function drawTable(context: CanvasRenderingContext2D, width: number, height: number, [near, far]: Dish['table'], random: () => number): void {
  const wood = context.createLinearGradient(0, 0, width, height);
  wood.addColorStop(0, near);
  wood.addColorStop(1, far);
  context.fillStyle = wood;
  context.fillRect(0, 0, width, height);
  for (let line = 0; line < 90; line += 1) {
    const y = random() * height;
    context.beginPath();
    context.moveTo(0, y);
    context.bezierCurveTo(width * 0.3, y + (random() - 0.5) * 30, width * 0.7, y + (random() - 0.5) * 30, width, y + (random() - 0.5) * 20);
    context.strokeStyle = `rgb(${random() > 0.5 ? '255 240 220' : '40 20 5'} / ${2 + random() * 6}%)`;
    context.lineWidth = 1 + random() * 5;
    context.stroke();
  }
}

function drawPlate(context: CanvasRenderingContext2D, radius: number, colour: string): void {
  context.save();
  Object.assign(context, { shadowColor: 'rgb(20 8 0 / 55%)', shadowBlur: radius * 0.22, shadowOffsetX: radius * 0.05, shadowOffsetY: radius * 0.1 });
  disc(context, radius, colour);
  context.restore();
  const rim = context.createRadialGradient(-radius * 0.3, -radius * 0.35, radius * 0.2, 0, 0, radius);
  rim.addColorStop(0, 'rgb(255 255 255 / 35%)');
  rim.addColorStop(0.72, 'rgb(255 255 255 / 0%)');
  rim.addColorStop(0.76, 'rgb(20 10 0 / 18%)');
  rim.addColorStop(0.8, 'rgb(255 255 255 / 22%)');
  rim.addColorStop(1, 'rgb(20 10 0 / 22%)');
  disc(context, radius, rim);
}

function disc(context: CanvasRenderingContext2D, radius: number, fill: string | CanvasGradient): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
  context.fillStyle = fill;
  context.fill();
}

/** The window at the upper left, and the shade of the far corner. */
function drawLight(context: CanvasRenderingContext2D, width: number, height: number): void {
  const light = context.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, 'rgb(255 240 205 / 34%)');
  light.addColorStop(0.45, 'rgb(255 240 205 / 0%)');
  light.addColorStop(1, 'rgb(15 8 20 / 42%)');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
}

function drawGrain(context: CanvasRenderingContext2D, width: number, height: number, random: () => number): void {
  for (let speck = 0; speck < 9000; speck += 1) {
    context.fillStyle = random() > 0.5 ? 'rgb(255 255 255 / 5%)' : 'rgb(0 0 0 / 6%)';
    context.fillRect(random() * width, random() * height, 2, 2);
  }
}
