import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStream } from '@kushi/contract/admin/csv'
import { FileBytes } from '@kushi/contract/admin/shipping'
import type { z } from 'zod'
import type { AdminCall } from '../admin/admin-calls.ts'

type Endpoint = AdminCall['endpoint']
type Bytes = FileStream['content'] | Iterable<Uint8Array>

/** Whether a call answers a file, streamed or as text inside of JSON. */
export const answersFile = ({ file, response }: Endpoint): boolean => file !== undefined || response === FileBytes

/**
 * The answer of a call as a command gives it: JSON to be printed, or a file, into `path` (a folder: under its own name) or to `out`, of which
 * nothing more is said.
 */
export async function sayAnswer(
  endpoint: Endpoint,
  answer: unknown,
  { path, out }: { path: string | undefined; out: Writable },
): Promise<string> {
  if (!answersFile(endpoint)) return JSON.stringify(answer, null, 2)
  const { file_name, content } = endpoint.file ? (answer as FileStream) : decoded(answer)
  if (path !== undefined) return JSON.stringify(await save(path, file_name, content), null, 2)
  await pipeline(Readable.from(content), out, { end: false })
  return ''
}

function decoded(answer: unknown): { file_name: string; content: Bytes } {
  const { file_name, content } = answer as z.infer<typeof FileBytes>
  return { file_name, content: [Buffer.from(content, 'base64')] }
}

/** It has its name only when it is whole, and is its owner's alone: most of these are about people. */
async function save(path: string, file_name: string, content: Bytes): Promise<{ file: string; bytes: number }> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const file = isFolder ? join(path, basename(file_name)) : path
  const part = `${file}.${process.pid}.part`
  try {
    await pipeline(Readable.from(content), createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { file, bytes: (await stat(file)).size }
}
