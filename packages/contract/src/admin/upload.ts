import { z } from 'zod'

/** The body of a call that receives a raw file: the client sends a Blob, the handler gets `content`. */
export const upload = z.object({ content: z.instanceof(Uint8Array) }) as unknown as z.ZodType<
  { content: Uint8Array<ArrayBuffer> },
  Blob
>
