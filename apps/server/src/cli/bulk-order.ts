import { readFile } from 'node:fs/promises'
import { BulkOrderAction, MessageJob, SubscriptionJob } from '@kushi/contract/admin/bulk'
import { customerList } from '@kushi/contract/admin/customer'
import { type List, listSelection } from '@kushi/contract/admin/list'
import { orderList } from '@kushi/contract/admin/order'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import type { OperatorContext } from '@kushi/shop/foundation/admin/context'
import { showBulkJobChoices } from '@kushi/shop/operation/bulk/admin/show-jobs'
import { BULK_KIND_NAME, type BulkKind } from '@kushi/values/bulk-job'
import { unknownParameters } from '../http/guards/unknown-parameters.ts'
import { type CommandOptions, UsageError } from './command.ts'

/** Builds the job's input for its call from the typed options. @throws UsageError with all mistakes */
export async function parseBulkJobOptions(ctx: OperatorContext, subject: string | undefined, options: CommandOptions) {
  const kinds = Object.keys(BULK_KIND_NAME) as BulkKind[]
  const kind = kinds.find((one) => one === subject)
  if (!kind) throw new UsageError(`Which kind? One of ${kinds.join(', ')}.`)
  refuseForeign(kind, options)
  if (kind === 'send_message') return readMessage(options)
  const isOfOrders = kind === 'mark_delivered'
  const filter = readFilter(options.filter)
  refuseUnknown(isOfOrders ? orderList : subscriptionList, filter)
  const given = { kind, filter, ids: null, notify: !options.quiet, params: await paramsOf(ctx, kind, options) }
  const read = (isOfOrders ? BulkOrderAction : SubscriptionJob).safeParse(given)
  if (!read.success) throw wrong(read)
  return read.data
}

type ParseFailure = { error: { issues: { path: PropertyKey[]; message: string }[] } }
const wrong = ({ error }: ParseFailure) =>
  new UsageError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))

/** An unknown filter name would be ignored, and the job would affect more than intended. */
function refuseUnknown(list: List, filter: object): void {
  const unknown = unknownParameters(listSelection(list), filter)
  if (unknown.length > 0)
    throw new UsageError(
      `--filter: no ${unknown.map(([name]) => name).join(', ')} here. It has q, ${Object.keys(list.filters).join(', ')}.`,
    )
}

/** The options that a kind uses, besides --filter, --quiet and --yes. */
const optionsOf: Readonly<Record<BulkKind, readonly (keyof CommandOptions)[]>> = {
  move_dates: ['days', 'to'],
  pause: [],
  swap_product: ['from', 'to'],
  change_price: ['from', 'amount', 'to', 'refused'],
  change_fees: ['to', 'refused'],
  cancel: ['reason', 'detail'],
  mark_delivered: [],
  send_message: ['list', 'file', 'advert'],
}

function refuseForeign(kind: BulkKind, options: CommandOptions): void {
  const own = new Set([...optionsOf[kind], 'filter', 'yes', ...(kind === 'send_message' ? [] : ['quiet'])])
  const foreign = [...new Set(Object.values(optionsOf).flat()), 'quiet' as const].filter(
    (name) => options[name] !== undefined && !own.has(name),
  )
  if (foreign.length > 0) throw new UsageError(`${kind} takes no ${foreign.map((name) => `--${name}`).join(', ')}.`)
}

const lists = { subscriptions: subscriptionList, orders: orderList, customers: customerList }

/** 一斉送信: the text comes from a file whose first line is the subject. */
async function readMessage({ list = '', filter, file, advert }: CommandOptions) {
  if (!Object.hasOwn(lists, list)) throw new UsageError(`--list is one of ${Object.keys(lists).join(', ')}.`)
  if (file === undefined) throw new UsageError('--file is missing: the subject in its first row, then the text.')
  const [subject, ...rows] = (await readFile(file, 'utf8')).split('\n')
  const asked = readFilter(filter)
  refuseUnknown(lists[list as keyof typeof lists], asked)
  const to = { list, filter: asked, ids: null }
  const read = MessageJob.safeParse({ subject, body: rows.join('\n'), is_advert: advert === true, to })
  if (!read.success) throw wrong(read)
  return { kind: 'send_message' as const, ...read.data }
}

/** The query string of the list's URL. */
function readFilter(text: string | undefined): Record<string, string | string[]> {
  if (text === undefined)
    throw new UsageError("--filter is missing: what stands behind the ? in the address of the list; '' is all of it.")
  const search = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    }),
  )
}

async function paramsOf(ctx: OperatorContext, kind: BulkKind, options: CommandOptions) {
  const { days, to, from, amount, refused, reason, detail = '' } = options
  if (kind === 'move_dates') return { days: days === undefined ? null : Number(days), date: to ?? null }
  if (kind === 'cancel') return { reason: Number(reason ?? Number.NaN), detail }
  if (kind === 'change_fees') return { from: to ?? '', without_answer: refused ?? 'keep' }
  if (kind !== 'swap_product' && kind !== 'change_price') return {}
  const { skus } = await showBulkJobChoices(ctx, {})
  const idOf = (option: string, code: string | undefined) => {
    const found = skus.find(({ product_code }) => product_code === code)
    if (found) return found.id
    throw new UsageError(`${option} is the code of a product that subscriptions can have, as in OIL-30.`)
  }
  if (kind === 'change_price') {
    const price = Number(amount ?? Number.NaN)
    return { sku_id: idOf('--from', from), price, from: to ?? '', without_answer: refused ?? 'keep' }
  }
  return { from_sku_id: idOf('--from', from), to_sku_id: idOf('--to', to) }
}
