import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStream } from '@kushi/contract/admin/csv'
import { Base64File } from '@kushi/contract/admin/shipping'
import type { z } from 'zod'
import type { AdminCall } from '../admin/admin-calls.ts'
import { UsageError } from './command.ts'

type Endpoint = AdminCall['endpoint']
type Bytes = FileStream['content'] | Iterable<Uint8Array>

/** Whether a call answers a file, as a stream or as text inside JSON. */
export const isFileEndpoint = ({ file, response }: Endpoint): boolean => file !== undefined || response === Base64File

/** The target of an answer's file, reserved before the call is made. */
export interface OutputFile {
  /** null: the target is a folder, and the file keeps its own name there. */
  file: string | null
  folder: string
  part: string
}

/**
 * Reserves the target of `--out`. A file gets its name only when it is complete, and only its owner can read it,
 * because most of these files contain personal data.
 * @throws UsageError if it is neither a folder nor an ordinary file, or cannot be written
 */
export async function reserveOutput(path: string): Promise<OutputFile> {
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

/** Removes the temporary file of a call that produced none. */
export const discardOutput = ({ part }: OutputFile): Promise<void> => rm(part, { force: true })

/** Outputs the answer of a call: JSON as text, or a file written to `place` or to `out` without further text. */
export async function printAnswer(
  endpoint: Endpoint,
  answer: unknown,
  { place, out }: { place: OutputFile | null; out: Writable },
): Promise<string> {
  if (!isFileEndpoint(endpoint)) return JSON.stringify(answer, null, 2)
  const { file_name, content } = endpoint.file ? (answer as FileStream) : decoded(answer)
  if (place) return JSON.stringify(await save(place, file_name, content), null, 2)
  await pipeline(Readable.from(content), out, { end: false })
  return ''
}

function decoded(answer: unknown): { file_name: string; content: Bytes } {
  const { file_name, content } = answer as z.infer<typeof Base64File>
  return { file_name, content: [Buffer.from(content, 'base64')] }
}

async function save({ file, folder, part }: OutputFile, file_name: string, content: Bytes) {
  const whole = file ?? join(folder, basename(file_name))
  await pipeline(Readable.from(content), createWriteStream(part, { flags: 'r+' }))
  await rename(part, whole)
  return { file: whole, bytes: (await stat(whole)).size }
}
