/**
 * The report's music, a lullaby for a music box over soft chords, composed and rendered here:
 *   npx tsx remote-yearreport/music/night-loop.ts
 * writes `src/music/night-loop.wav`. Eight bars of 3/4; whatever rings on at the end is laid over the beginning, so
 * that the loop has no seam. Mono at 16 kHz in mu-law: 14 bits of dynamics in 8, and every browser plays it.
 */
import { writeFileSync } from 'node:fs';

export const RATE = 16_000;
const BEATS_PER_BAR = 3;
const SECONDS_PER_BEAT = 0.625;
const BARS = 8;
export const SAMPLES = RATE * SECONDS_PER_BEAT * BEATS_PER_BAR * BARS;

/** Semitones above middle A for a name such as `E5`. */
const STEPS: Readonly<Record<string, number>> = { C: -9, D: -7, E: -5, F: -4, G: -2, A: 0, B: 2 };
const frequency = (note: string): number => 440 * 2 ** (((STEPS[note.charAt(0)] ?? 0) + 12 * (Number(note.slice(1)) - 4)) / 12);

/** One bar a line: beats from its start, and the note. */
const MELODY: readonly (readonly [beat: number, note: string][])[] = [
  [[0, 'E5'], [1, 'G5'], [2, 'C6']],
  [[0, 'B5'], [1.5, 'A5'], [2, 'G5']],
  [[0, 'A5'], [1, 'C6'], [2, 'E6']],
  [[0, 'D6'], [2, 'C6']],
  [[0, 'A5'], [1, 'G5'], [2, 'F5']],
  [[0, 'E5'], [1.5, 'F5'], [2, 'G5']],
  [[0, 'F5'], [1, 'D5'], [2, 'E5']],
  [[0, 'D5'], [1.5, 'G5']],
];

/** Bass and the two notes of each bar's broken chord. */
const CHORDS: readonly (readonly [bass: string, low: string, high: string])[] = [
  ['C3', 'G3', 'E4'], ['E3', 'G3', 'B3'], ['A2', 'E3', 'C4'], ['F3', 'A3', 'C4'],
  ['D3', 'A3', 'F4'], ['C3', 'G3', 'E4'], ['D3', 'A3', 'F4'], ['G2', 'D3', 'B3'],
];

/** A voice: its partials as ratio, strength and seconds until it has all but faded. */
type Voice = { partials: readonly (readonly [ratio: number, strength: number, fades: number])[]; attack: number };
const musicBox: Voice = { partials: [[1, 1, 1.5], [2.001, 0.32, 0.9], [3.01, 0.12, 0.45], [5.4, 0.05, 0.12]], attack: 0.004 };
const felt: Voice = { partials: [[1, 1, 2.2], [2, 0.22, 1.4], [3, 0.06, 0.8]], attack: 0.05 };

/** Adds a note to the loop; what passes the end goes on at the beginning. */
function strike(loop: Float64Array, voice: Voice, note: string, second: number, strength: number): void {
  const start = Math.round(second * RATE);
  const pitch = frequency(note);
  const length = Math.round(4 * RATE);
  for (let at = 0; at < length; at += 1) {
    const time = at / RATE;
    const attack = Math.min(1, time / voice.attack);
    let value = 0;
    for (const [ratio, share, fades] of voice.partials) value += share * Math.exp((-3 * time) / fades) * Math.sin(2 * Math.PI * pitch * ratio * time);
    const index = (start + at) % loop.length;
    loop[index] = (loop[index] ?? 0) + strength * attack * value;
  }
}

/** The loop as numbers from -1 to 1. */
export function composeLoop(): Float64Array {
  const loop = new Float64Array(SAMPLES);
  const barSeconds = BEATS_PER_BAR * SECONDS_PER_BEAT;
  MELODY.forEach((bar, at) => {
    for (const [beat, note] of bar) strike(loop, musicBox, note, at * barSeconds + beat * SECONDS_PER_BEAT, beat === 0 ? 0.34 : 0.26);
  });
  CHORDS.forEach(([bass, low, high], at) => {
    const start = at * barSeconds;
    strike(loop, felt, bass, start, 0.34);
    strike(loop, felt, low, start + SECONDS_PER_BEAT, 0.17);
    strike(loop, felt, high, start + 2 * SECONDS_PER_BEAT, 0.15);
  });
  return breathe(loop);
}

/** A small room: two quiet echoes, going round with the loop; then as loud as it may be. */
function breathe(dry: Float64Array): Float64Array {
  const wet = dry.map((value, at) => value + 0.22 * (dry.at(at - Math.round(0.19 * RATE)) ?? 0) + 0.12 * (dry.at(at - Math.round(0.41 * RATE)) ?? 0));
  const peak = wet.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return wet.map((value) => (value / peak) * 0.8);
}

/** One sample in ITU-T G.711 mu-law. */
function muLaw(value: number): number {
  const BIAS = 132;
  const sample = Math.round(Math.max(-1, Math.min(1, value)) * 32_635);
  const magnitude = Math.min(Math.abs(sample), 32_635) + BIAS;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** A WAV file in mu-law (RIFF format 7). */
export function wavOf(samples: Float64Array): Buffer {
  const header = Buffer.alloc(58);
  header.write('RIFF', 0);
  header.writeUInt32LE(50 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38);
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(samples.length, 46);
  header.write('data', 50);
  header.writeUInt32LE(samples.length, 54);
  return Buffer.concat([header, Buffer.from(Array.from(samples, muLaw))]);
}

if (process.argv[1] === import.meta.filename) writeFileSync(new URL('../src/music/night-loop.wav', import.meta.url), wavOf(composeLoop()));
