import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MAX_ORDERS_PER_BATCH } from '@kushi/contract/admin/shipping'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import { answerCancelRequest } from '@kushi/shop/sales/fulfilment/admin/decide-cancel'
import {
  confirmTrackingRows,
  makeTrackingRowsDue,
  reregisterTrackingRows,
  retryTrackingRows,
  undoTrackingRows,
} from '@kushi/shop/sales/fulfilment/confirm-rows'
import { countShippingDesk, loadShippingDesk } from '@kushi/shop/sales/fulfilment/count-desk'
import { assessTrackingImport, readTrackingFile } from '@kushi/shop/sales/fulfilment/import-rows'
import { renderPackingSheets } from '@kushi/shop/sales/fulfilment/packing-sheets'
import { shipConfirmedParcels } from '@kushi/shop/sales/fulfilment/ship-waiting'
import { ensureShippingFiles } from '@kushi/shop/sales/fulfilment/shipping-files'
import { startShippingBatch } from '@kushi/shop/sales/fulfilment/start-batch'
import { type Command, type CommandOptions, UsageError } from './command.ts'

function batchNo(subject: string | undefined): string {
  if (!subject) throw new UsageError('Which batch? Give its number, as in 261122UFSFV4.')
  return subject
}
function importId(subject: string | undefined): number {
  const id = Number(subject)
  if (!Number.isInteger(id) || id < 1)
    throw new UsageError('Which import? Give its number, as `shipping import` says it.')
  return id
}

/** The number of parcels that the operator has seen and confirms. */
function agreed(subject: string | undefined, { matched = '' }: CommandOptions): { id: number; matched: number } {
  const id = importId(subject)
  if (!/^[1-9]\d{0,4}$/.test(matched)) throw new UsageError('--matched is missing: how many lines fit.')
  return { id, matched: Number(matched) }
}

/** Writes a file into the folder of `--out`, under its own name. */
async function put({ out = '.' }: CommandOptions, file_name: string, content: Uint8Array): Promise<string> {
  await mkdir(out, { recursive: true })
  const path = join(out, basename(file_name))
  await writeFile(path, content)
  return path
}

/** The rows of an import in their current state, one each. */
async function linesOf(ctx: AdminContext, id: number) {
  const { rows } = await assessTrackingImport(ctx.db, ctx.shop_id, id)
  return rows.map(({ row_no, shipment_no, tracking_no, order, finding, state, message }) => ({
    import: id,
    row: row_no,
    shipment_no,
    tracking_no,
    order_no: order?.order_no ?? null,
    finding,
    state,
    message,
  }))
}

/** Parcels that are due are sent before the command ends; the rest when the truck comes. */
async function sent(ctx: AdminContext, id: number) {
  await shipConfirmedParcels(ctx, id)
  await deliverOutbox(ctx)
  return linesOf(ctx, id)
}

/** The request to cancel an order that is already packed. */
async function answered(ctx: AdminContext, order_no: string | undefined, decision: 'cancel' | 'ship') {
  if (!order_no) throw new UsageError('Which order? Give its number, as `shipping list` says it.')
  await answerCancelRequest(ctx, { order_no, decision })
  return [{ order_no, decision }]
}

/** 今日の出荷 for scripts: the same handlers as the screen, in the same order. */
export const shippingCommands: Record<string, Command> = {
  'shipping counts': {
    usage: 'shipping counts                    ready, stopped, packed, shipped',
    run: async (ctx) => [await countShippingDesk(ctx)],
  },
  'shipping list': {
    usage: 'shipping list                      every order of today, ready or stopped, and why',
    async run(ctx) {
      const { seen, asked } = await loadShippingDesk(ctx)
      const waiting = asked.map(({ order, decision }) => ({
        order_no: order.order_no,
        state: 'stopped',
        why: decision?.cancel_asked_at ? 'cancel_asked' : 'address_asked',
      }))
      const today = seen.flatMap(({ order: { order_no }, outcome }) => {
        if (outcome.kind === 'later') return []
        return {
          order_no,
          state: outcome.kind,
          why: outcome.kind === 'stopped' ? outcome.reasons.map(({ message }) => message).join(' ') : '',
        }
      })
      return [...waiting, ...today]
    },
  },
  'shipping batch': {
    usage: 'shipping batch [<order_no>,…]      freezes what is ready, or of it these orders',
    async run(ctx, subject) {
      const named = subject?.split(',').filter(Boolean)
      const order_nos =
        named ??
        (await loadShippingDesk(ctx)).seen.flatMap(({ order, outcome }) =>
          outcome.kind === 'ready' ? order.order_no : [],
        )
      const { batch, shipments, left_out } = await startShippingBatch(ctx, {
        order_nos: order_nos.slice(0, MAX_ORDERS_PER_BATCH),
      })
      const made = { batch_no: batch.batch_no, parcels: shipments.length }
      return [made, ...left_out.map(({ order_no, reason }) => ({ ...made, left_out: order_no, why: reason }))]
    },
  },
  'shipping prints': {
    usage: 'shipping prints <batch_no> [--out <folder>]  ピッキングリスト and 納品書 as one PDF; again: 再発行',
    async run(ctx, subject, options) {
      const batch_no = batchNo(subject)
      return [
        { batch_no, file: await put(options, `出荷_${batch_no}.pdf`, await renderPackingSheets(ctx, { batch_no })) },
      ]
    },
  },
  'shipping files': {
    usage:
      'shipping files <batch_no> [--out <folder>]  送り状ファイル for the carriers’ programs; again: the same bytes',
    async run(ctx, subject, options) {
      const batch_no = batchNo(subject)
      const rows: object[] = []
      for (const { program, temperature, parcels, file_name, content } of await ensureShippingFiles(ctx, { batch_no }))
        rows.push({ batch_no, program, temperature, parcels, file: await put(options, file_name, content) })
      return rows
    },
  },
  'shipping agree': {
    usage: 'shipping agree <order_no>          to a wish to cancel: out of its batch, and cancelled as it was wished',
    run: (ctx, subject) => answered(ctx, subject, 'cancel'),
  },
  'shipping decline': {
    usage: 'shipping decline <order_no>        a wish to cancel: sent all the same',
    run: (ctx, subject) => answered(ctx, subject, 'ship'),
  },
  'shipping import': {
    usage: 'shipping import <file>             発行済データ: what it would do; nothing has happened yet',
    async run(ctx, subject) {
      if (!subject) throw new UsageError('Which file? Give its path.')
      const content = await readFile(subject).catch(() => {
        throw new UsageError(`${subject} can’t be read.`)
      })
      const { id } = await readTrackingFile(ctx, { file_name: basename(subject), content })
      return linesOf(ctx, id)
    },
  },
  'shipping confirm': {
    usage:
      'shipping confirm <import> --matched 37  money, mail and event of each line that fits; --matched: how many you have seen',
    async run(ctx, subject, options) {
      const file = agreed(subject, options)
      await confirmTrackingRows(ctx, file)
      return sent(ctx, file.id)
    },
  },
  'shipping retry': {
    usage: 'shipping retry <import>            lines that failed once more',
    async run(ctx, subject) {
      const id = importId(subject)
      await retryTrackingRows(ctx, { id })
      return sent(ctx, id)
    },
  },
  'shipping again': {
    usage: 'shipping again <import> --matched 3  lines that were taken back once more',
    async run(ctx, subject, options) {
      const file = agreed(subject, options)
      await reregisterTrackingRows(ctx, file)
      return sent(ctx, file.id)
    },
  },
  'shipping now': {
    usage: 'shipping now <import>              without waiting for the truck',
    async run(ctx, subject) {
      const id = importId(subject)
      await makeTrackingRowsDue(ctx, { id })
      return sent(ctx, id)
    },
  },
  'shipping undo': {
    usage: 'shipping undo <import> [--shipment <number>]  before the truck comes: all that wait, or this parcel',
    async run(ctx, subject, { shipment = null }) {
      const id = importId(subject)
      await undoTrackingRows(ctx, { id, shipment_no: shipment })
      return linesOf(ctx, id)
    },
  },
}
