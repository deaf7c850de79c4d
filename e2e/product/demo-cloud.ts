import type { Product } from './run-product.ts';

/**
 * Asks the server's demonstration calls what the companion app would know of its user.
 * @throws with the server's message unless it answers with code 0
 */
export async function demoCall<Data>(
  product: Pick<Product, 'apiUrl'>,
  name: string,
  body: Record<string, string> = {},
): Promise<Data> {
  const response = await fetch(`${product.apiUrl}/demo/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: { code: number; msg: string; data: Data } = await response.json();
  if (answer.code !== 0) throw new Error(`/demo/${name} refused: ${answer.msg}`);
  return answer.data;
}
