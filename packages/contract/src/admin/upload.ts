import { z } from 'zod'

/** The body of a call that takes a file as it is: sent as a Blob, `content` for the verb. */
export const upload = z.object({ content: z.instanceof(Uint8Array) }) as unknown as z.ZodType<
  { content: Uint8Array<ArrayBuffer> },
  Blob
>
