import { z } from 'zod'

/** The body of a call that receives a raw file. The client sends a Blob; the handler gets its bytes as `content`. */
export const fileUploadBody = z.object({ content: z.instanceof(Uint8Array) }) as unknown as z.ZodType<
  { content: Uint8Array<ArrayBuffer> },
  Blob
>
