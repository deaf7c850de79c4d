import type { Layer } from './dishes.ts';

/** Draws one piece of food around the origin, `size` across, lit from the upper left. */
export function drawPiece(context: CanvasRenderingContext2D, shape: Layer['shape'], size: number, colour: string, random: () => number): void {
  context.beginPath();
  trace(context, shape, size, random);
  if (shape === 'strand') {
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1.5, size * 0.09);
    context.lineCap = 'round';
    context.stroke();
    return;
  }
  context.fillStyle = colour;
  context.fill();
  context.save();
  context.clip();
  context.shadowColor = 'transparent';
  const light = context.createRadialGradient(-size * 0.25, -size * 0.3, 0, 0, 0, size * 0.75);
  light.addColorStop(0, 'rgb(255 255 255 / 45%)');
  light.addColorStop(0.45, 'rgb(255 255 255 / 0%)');
  light.addColorStop(1, 'rgb(30 10 0 / 30%)');
  context.fillStyle = light;
  context.fillRect(-size, -size, size * 2, size * 2);
  if (shape === 'leaf') drawVein(context, size);
  context.restore();
}

function trace(context: CanvasRenderingContext2D, shape: Layer['shape'], size: number, random: () => number): void {
  const half = size / 2;
  switch (shape) {
    case 'round':
    case 'pool':
      context.ellipse(0, 0, half, half * (0.86 + random() * 0.14), 0, 0, Math.PI * 2);
      return;
    case 'chunk': {
      const corners = 7;
      for (let corner = 0; corner < corners; corner += 1) {
        const angle = (corner / corners) * Math.PI * 2;
        const reach = half * (0.72 + random() * 0.4);
        context.lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach * 0.85);
      }
      context.closePath();
      return;
    }
    case 'crescent':
      context.moveTo(-half, 0);
      context.bezierCurveTo(-half * 0.8, -half * 0.95, half * 0.8, -half * 0.95, half, 0);
      context.bezierCurveTo(half * 0.5, half * 0.32, -half * 0.5, half * 0.32, -half, 0);
      return;
    case 'leaf':
      context.moveTo(-half, 0);
      context.bezierCurveTo(-half * 0.2, -half * 0.75, half * 0.6, -half * 0.55, half, 0);
      context.bezierCurveTo(half * 0.6, half * 0.55, -half * 0.2, half * 0.75, -half, 0);
      return;
    case 'strand': {
      const bend = (random() - 0.5) * size * 1.2;
      context.moveTo(-half, 0);
      context.bezierCurveTo(-half * 0.3, bend, half * 0.3, -bend, half, bend * 0.3);
    }
  }
}

function drawVein(context: CanvasRenderingContext2D, size: number): void {
  context.beginPath();
  context.moveTo(-size / 2, 0);
  context.lineTo(size / 2, 0);
  context.strokeStyle = 'rgb(230 250 200 / 55%)';
  context.lineWidth = Math.max(1, size * 0.035);
  context.stroke();
}
