import { createReadStream } from 'node:fs'
import { shopCommand } from '@kushi/db/command-hints'
import type { AdminContext, OperatorContext } from '@kushi/shop/foundation/admin/context'
import {
  type AdminCall,
  adminCallTable,
  isBrowserOnly,
  makeCurrentStateReader,
  maxBodyBytes,
  runAdminCall,
} from '../admin/admin-calls.ts'
import { refuseTooLarge } from '../http/guards/body-size.ts'
import { checkInput, type RawInput } from '../http/guards/read-input.ts'
import { requireAgreement } from './agreement.ts'
import { discardOutput, isFileEndpoint, printAnswer, reserveOutput } from './call-output.ts'
import { type CommandOptions, UsageError } from './command.ts'
import { browserOnlyReason, parameterNames } from './describe-call.ts'
import { operatorContextFor } from './operator-context.ts'

/** Receives a file that `--out` does not store. */
export type CommandOutput = NodeJS.WritableStream & NodeJS.WriteStream

/**
 * `call '<call>' name=value … [--body JSON | --body-file FILE] [--out FILE]`: makes any admin call through its own
 * handler, in the name of an operator. Checks at once everything that needs no shop, and returns a function that runs the
 * call in a shop and outputs its answer.
 * @throws UsageError
 */
export function parseCallCommand(
  [key = '', ...words]: readonly string[],
  options: CommandOptions,
  out: CommandOutput,
): (ctx: AdminContext) => Promise<string> {
  const call = findCall(key)
  const { endpoint } = call
  const given = { ...readWords(call, words), body: () => bodyOf(call, options) }
  refuseOptions(call, options, out)
  return async (ctx) => {
    // The audit log records the call as from a browser, with its origin.
    const inside = await operatorContextFor({ ...ctx, action: key, ip: 'コマンド' }, endpoint)
    const input = await checkInput(endpoint, given, makeCurrentStateReader(call, inside))
    if (options['dry-run']) return tried(call, inside, input)
    if (endpoint.confirm && !(await requireAgreement(question(call, inside), options)))
      throw new UsageError('Nothing was done.')
    const place = options.out === undefined ? null : await reserveOutput(options.out)
    try {
      return await printAnswer(endpoint, await runAdminCall(call, inside, input), { place, out })
    } finally {
      if (place) await discardOutput(place)
    }
  }
}

function findCall(key: string): AdminCall {
  const found = adminCallTable.find((one) => one.key === key)
  if (!found) throw new UsageError(`There is no call “${key}”. ${shopCommand('calls <word>')} finds it.`)
  if (isBrowserOnly(found.endpoint)) throw new UsageError(browserOnlyReason(found))
  return found
}

function readWords({ key, endpoint }: AdminCall, words: readonly string[]): Omit<RawInput, 'body'> {
  const [inPath, inQuery] = [parameterNames(endpoint.params), parameterNames(endpoint.query)]
  const params: RawInput['params'] = {}
  const query: RawInput['query'] = {}
  for (const word of words) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? []
    const before = query[name]
    if (inPath.includes(name)) params[name] = value
    else if (inQuery.includes(name)) query[name] = before === undefined ? value : [before, value].flat()
    else {
      const known = [...inPath, ...inQuery].map((one) => `${one}=`).join(' ') || 'no names'
      throw new UsageError(`“${word}” is nothing that ${key} takes: ${known}${endpoint.body ? ', and a body' : ''}.`)
    }
  }
  return { params, query }
}

function refuseOptions({ key, endpoint }: AdminCall, options: CommandOptions, out: CommandOutput): void {
  const { body, 'body-file': file, out: path } = options
  const isSaid = body !== undefined || file !== undefined
  if (!endpoint.body && isSaid) throw new UsageError(`${key} takes no body.`)
  if (endpoint.upload && file === undefined)
    throw new UsageError('--body-file is missing: the file that goes in, or - for standard input.')
  if (body !== undefined && file !== undefined) throw new UsageError('--body or --body-file, not both.')
  if (!isFileEndpoint(endpoint) && path !== undefined) throw new UsageError(`${key} answers no file: leave --out out.`)
  if (isFileEndpoint(endpoint) && path === undefined && out.isTTY && !options['dry-run'])
    throw new UsageError('--out is missing: where the file goes. A terminal is no place for it.')
}

async function bodyOf({ endpoint }: AdminCall, { body, 'body-file': file }: CommandOptions): Promise<unknown> {
  const content = file === undefined ? undefined : await readBytes(file, maxBodyBytes(endpoint))
  if (endpoint.upload) return { content }
  const text = content ? new TextDecoder().decode(content) : (body ?? '{}')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The body is no JSON: ${(error as Error).message}.`)
  }
}

/** @throws ShopError 413 for more than `most` bytes, as soon as the limit is exceeded */
async function readBytes(file: string, most: number): Promise<Uint8Array> {
  const source = file === '-' ? process.stdin : createReadStream(file)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > most) break
      parts.push(part)
    }
  } catch {
    throw new UsageError(`${file} can't be read.`)
  }
  return bytes > most ? refuseTooLarge() : new Uint8Array(Buffer.concat(parts))
}

const question = ({ key, endpoint: { summary } }: AdminCall, { operator, shop_id }: OperatorContext) =>
  `${summary} (${key}) in shop ${shop_id}, as ${operator.name}? The browser asks for the second factor here.`

/** `--dry-run`: states which operator would make which call; nothing is changed. */
function tried({ key }: AdminCall, { operator, shop_id }: OperatorContext, input: object): string {
  const said = (_: string, value: unknown) => (value instanceof Uint8Array ? { bytes: value.length } : value)
  return JSON.stringify({ call: key, shop: shop_id, operator: operator.name, input }, said, 2)
}
