import { createHash } from 'node:crypto'
import type { TrackingImportFinding } from '@kushi/contract/admin/shipping'
import type { Queryable } from '@kushi/db/connect'
import {
  shipment,
  shipping_decision,
  shipping_file,
  shipping_import,
  shipping_import_row,
} from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { CARRIER_OF_PROGRAM } from '@kushi/values/carrier'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import type { OrderRow } from '../order/index.ts'
import { blockingRequestOf } from './internal/decisions.ts'
import type { ShipmentRow } from './internal/shipments.ts'
import { assessTrackingRows, type ReferencedParcel } from './rules/judge-import.ts'

export type ImportFileRow = typeof shipping_import.$inferSelect
type StoredTrackingRow = typeof shipping_import_row.$inferSelect

/** More rows than any day of packing has. */
const MAX_ROWS = 2_000

/** An imported tracking row with its finding, and the parcel and order that it names. */
export interface AssessedTrackingRow extends StoredTrackingRow {
  finding: TrackingImportFinding
  parcel: ShipmentRow | null
  order: OrderRow | null
}
/** An imported tracking file with its assessed rows. */
export interface AssessedTrackingImport {
  file: ImportFileRow
  rows: AssessedTrackingRow[]
}

/**
 * Reads an uploaded tracking file and saves its rows. Changes no parcel. The same bytes are the same import, whatever
 * the file's name.
 * @throws ShopError 422 for a file of no known program, or without a row
 */
export async function readTrackingFile(
  ctx: AdminContext,
  { file_name, content }: { file_name: string; content: Uint8Array },
): Promise<ImportFileRow> {
  const { shop_id, actor, clock } = ctx
  const read = ctx.ports.carrier_file.read(content)
  if (!read)
    throw unknownFile(
      '送り状ソフトの発行済データとして読み取れませんでした。文字コードや列を変えていないか、ご確認ください。',
    )
  if (read.miscounted)
    throw unknownFile(
      `${read.miscounted.row_no}行目の列の数が違います(1行目は${read.miscounted.heads}列、この行は${read.miscounted.cells}列)。発行済データを、手を加えずに取り込んでください。`,
    )
  if (read.rows.length === 0) throw unknownFile('ファイルに、荷物の行がありません。')
  if (read.rows.length > MAX_ROWS)
    throw unknownFile(`行が多すぎます(${MAX_ROWS.toLocaleString('ja-JP')}行まで)。分けて取り込んでください。`)
  const digest = createHash('sha256').update(content).digest()
  return ctx.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(shipping_import)
      .values({ shop_id, digest, file_name, program: read.program, ...actor, created_at: clock.now() })
      .onConflictDoNothing({ target: [shipping_import.shop_id, shipping_import.digest] })
      .returning()
    if (!made) {
      const same = and(eq(shipping_import.shop_id, shop_id), eq(shipping_import.digest, digest))
      const [known] = await tx.select().from(shipping_import).where(same)
      await recordAudit(tx, ctx, subjectOf(known!))
      return known!
    }
    const rows = read.rows.map(({ row_no, shipment_no, tracking_no }) => ({
      shop_id,
      shipping_import_id: made.id,
      row_no,
      // Longer text is not a valid number, so it is cut off.
      shipment_no: shipment_no.slice(0, 40),
      tracking_no: tracking_no.slice(0, 40),
    }))
    await tx.insert(shipping_import_row).values(rows)
    await recordAudit(tx, ctx, { ...subjectOf(made), after: { program: made.program, rows: rows.length } })
    return made
  })
}

const subjectOf = ({ id, file_name }: ImportFileRow) => ({
  subject: 'shipping_import',
  subject_id: id,
  subject_name: file_name,
})

const unknownFile = (message: string) => new ShopError(422, 'ERROR_UNKNOWN_FILE', message)

/** The rows of an import with the parcels that they name, in their current state. @throws ShopError 404 */
export async function assessTrackingImport(
  db: Queryable,
  shop_id: number,
  id: number,
): Promise<AssessedTrackingImport> {
  const [file] = await db
    .select()
    .from(shipping_import)
    .where(and(eq(shipping_import.shop_id, shop_id), eq(shipping_import.id, id)))
  if (!file) throw notFound()
  const saved = await db
    .select()
    .from(shipping_import_row)
    .where(and(eq(shipping_import_row.shop_id, shop_id), eq(shipping_import_row.shipping_import_id, id)))
    .orderBy(asc(shipping_import_row.row_no))
  const named = await loadNamed(
    db,
    shop_id,
    saved.map(({ shipment_no }) => shipment_no),
  )
  const findings = assessTrackingRows(
    saved,
    { carrier: CARRIER_OF_PROGRAM[file.program], read_at: file.created_at },
    new Map(named.map((one) => [one.parcel.shipment_no, one])),
    await takenNumbers(db, shop_id, saved),
  )
  const rows = saved.map((one) => {
    const found = named.find(({ parcel }) => parcel.shipment_no === one.shipment_no)
    return { ...one, finding: findings.get(one.row_no)!, parcel: found?.parcel ?? null, order: found?.order ?? null }
  })
  return { file, rows }
}

async function loadNamed(db: Queryable, shop_id: number, shipment_nos: string[]) {
  if (shipment_nos.length === 0) return []
  const rows = await db
    .select({
      parcel: shipment,
      order: orders,
      program: shipping_file.program,
      exported_at: shipping_file.created_at,
      decision: shipping_decision,
    })
    .from(shipment)
    .innerJoin(orders, refersToCondition(shipment.order_id, orders))
    .leftJoin(shipping_file, refersToCondition(shipment.shipping_file_id, shipping_file))
    .leftJoin(
      shipping_decision,
      and(eq(shipping_decision.shop_id, shipment.shop_id), eq(shipping_decision.order_id, shipment.order_id)),
    )
    .where(and(eq(shipment.shop_id, shop_id), inArray(shipment.shipment_no, shipment_nos)))
  return rows.map(
    ({
      parcel,
      order,
      program,
      exported_at,
      decision,
    }): ReferencedParcel & { parcel: ShipmentRow; order: OrderRow } => ({
      parcel,
      order,
      status: parcel.status,
      carrier: parcel.carrier,
      tracking_no: parcel.tracking_no,
      label_carrier: program && CARRIER_OF_PROGRAM[program],
      exported_at,
      obstacle: blockingRequestOf(decision),
    }),
  )
}

/**
 * Numbers of these rows that belong to other parcels. Parcels that ride in another box are left out, because they have
 * the number of that box.
 */
async function takenNumbers(db: Queryable, shop_id: number, saved: readonly StoredTrackingRow[]): Promise<Set<string>> {
  const own = new Map(saved.map(({ tracking_no, shipment_no }) => [tracking_no, shipment_no]))
  const numbers = [...own.keys()].filter((number) => number !== '')
  if (numbers.length === 0) return new Set()
  const found = await db
    .select({ tracking_no: shipment.tracking_no, shipment_no: shipment.shipment_no })
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), inArray(shipment.tracking_no, numbers), isNull(shipment.rides_with_id)))
  return new Set(found.flatMap((row) => (own.get(row.tracking_no!) === row.shipment_no ? [] : [row.tracking_no!])))
}
