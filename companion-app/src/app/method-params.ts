import { shareChannelSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { AppError, appErrorCode } from '../bridge/app-error.ts';

const text = v.optional(v.string(), '');

/** Parameters of the methods (architecture, "The native bridge"). */
const methodParams = {
  choosePhotos: v.object({ max: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)) }),
  share: v.object({
    channels: v.pipe(v.array(shareChannelSchema), v.minLength(1)),
    title: text,
    description: text,
    link: v.pipe(v.string(), v.url()),
    image: text,
  }),
  openWebView: v.object({ url: v.pipe(v.string(), v.minLength(1)), title: text }),
  cloudRequest: v.object({ path: v.string(), body: v.optional(v.unknown()) }),
  setHeader: v.object({ visible: v.boolean() }),
} as const;

type Params<Method extends keyof typeof methodParams> = v.InferOutput<(typeof methodParams)[Method]>;

/** @throws AppError that names the wrong parameter */
export function readParams<Method extends keyof typeof methodParams>(method: Method, params: unknown): Params<Method> {
  const result = v.safeParse(methodParams[method], params);
  if (result.success) return result.output as Params<Method>; // a generic index loses the link of schema and output
  const issue = result.issues[0];
  throw new AppError(appErrorCode.badParams, `${method}: ${v.getDotPath(issue) ?? 'params'}: ${issue.message}`);
}
