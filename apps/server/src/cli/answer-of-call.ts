import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStream } from '@kushi/contract/admin/csv'
import { FileBytes } from '@kushi/contract/admin/shipping'
import type { z } from 'zod'
import type { AdminCall } from '../admin/admin-calls.ts'
import { UsageError } from './command.ts'

type Endpoint = AdminCall['endpoint']
type Bytes = FileStream['content'] | Iterable<Uint8Array>

/** Whether a call answers a file, streamed or as text inside of JSON. */
export const answersFile = ({ file, response }: Endpoint): boolean => file !== undefined || response === FileBytes

/** A place for the file of an answer, taken before the call is made. */
export interface Place {
  /** null: a folder, in which the file has its own name. */
  file: string | null
  folder: string
  part: string
}

/**
 * Where `--out` points. What is written there has its name only when it is whole, and is its owner's alone: most of these are about people.
 * @throws UsageError for what is neither a folder nor an ordinary file, or can't be written
 */
export async function placeFor(path: string): Promise<Place> {
  const found = await stat(path).catch(() => null)
  if (found && !found.isDirectory() && !found.isFile())
    throw new UsageError(`${path} is no ordinary file: leave --out out, and send standard output there.`)
  const isFolder = found?.isDirectory() ?? false
  const folder = isFolder ? path : dirname(path)
  const part = join(folder, `.${randomUUID()}.part`)
  try {
    await writeFile(part, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new UsageError(`${path} can't be written: ${(error as Error).message}.`)
  }
  return { file: isFolder ? null : path, folder, part }
}

/** Nothing came of it. */
export const leave = ({ part }: Place): Promise<void> => rm(part, { force: true })

/**
 * The answer of a call as a command gives it: JSON to be printed, or a file, into `place` or to `out`, of which nothing more is said.
 */
export async function sayAnswer(
  endpoint: Endpoint,
  answer: unknown,
  { place, out }: { place: Place | null; out: Writable },
): Promise<string> {
  if (!answersFile(endpoint)) return JSON.stringify(answer, null, 2)
  const { file_name, content } = endpoint.file ? (answer as FileStream) : decoded(answer)
  if (place) return JSON.stringify(await save(place, file_name, content), null, 2)
  await pipeline(Readable.from(content), out, { end: false })
  return ''
}

function decoded(answer: unknown): { file_name: string; content: Bytes } {
  const { file_name, content } = answer as z.infer<typeof FileBytes>
  return { file_name, content: [Buffer.from(content, 'base64')] }
}

async function save({ file, folder, part }: Place, file_name: string, content: Bytes) {
  const whole = file ?? join(folder, basename(file_name))
  await pipeline(Readable.from(content), createWriteStream(part, { flags: 'r+' }))
  await rename(part, whole)
  return { file: whole, bytes: (await stat(whole)).size }
}
