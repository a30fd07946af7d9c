import { z } from 'zod'

/** A file in an answer: its name, its type, and its bytes as base64. */
export const FileBytes = z.object({ file_name: z.string(), type: z.string(), content: z.string() })
export type FileBytes = z.infer<typeof FileBytes>
