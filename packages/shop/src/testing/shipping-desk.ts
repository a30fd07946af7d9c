import { shipment, shipment_event, shipping_setting } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, type TestDatabase } from '@kushi/db/testing'
import { asc, eq, like } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import type { OperatorContext } from '../foundation/admin/context.ts'
import type { PaymentPort } from '../ports/payment-port.ts'
import type { PostcodePort, PostcodeTown } from '../ports/postcode-port.ts'
import { placeOrder } from '../sales/checkout/place-order.ts'
import { createShippingBatch } from '../sales/fulfilment/admin/batch.ts'
import { createShippingFiles } from '../sales/fulfilment/admin/files.ts'
import { holdParcel, releaseHold } from '../sales/fulfilment/admin/hold.ts'
import { uploadTrackingImport } from '../sales/fulfilment/admin/imports.ts'
import { newOperatorContext } from './admin-context.ts'
import { carrierFilesInMemory, fakeTrackingFile } from './carrier-files.ts'
import { testClock, testContext, throwingPort } from './context.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from './order.ts'

type Draft = Parameters<typeof testOrderDraft>[0]

/** Eleven digits with their check digit. */
export const fakeTrackingNumber = (n: number) => {
  const digits = 40_000_000_000 + n
  return `${digits}${digits % 7}`
}

/** A member who orders, and two packers and a manager who ship. `begin` runs before each test. */
export async function setUpShippingDesk({ db }: Pick<TestDatabase, 'db'>) {
  /** 後払い, whose capture a test can watch and delay. */
  const bank = {
    captured: [] as string[],
    /** Runs during the capture at the provider. */
    capturing: async () => {},
  }
  const reference = { np_transaction_id: '1' }
  const bill = {
    ...throwingPort<PaymentPort>('payment'),
    authorise: async () => ({ kind: 'authorised' as const, reference }),
    capture: async ({ provider_order_id }: { provider_order_id: string }) => {
      await bank.capturing()
      bank.captured.push(provider_order_id)
      return reference
    },
    refund: async () => reference,
    change: async () => reference,
  } as PaymentPort
  const clock = testClock()
  const { payment: cash } = testContext(db).ports
  /** The towns of each postcode; others are unknown to the service. */
  const towns: Record<string, PostcodeTown[]> = {}
  const postcode: PostcodePort = { towns: async (code) => towns[code] ?? [] }
  const ports = { payment: new Map([...cash, [4, bill] as const]), carrier_file: carrierFilesInMemory(), postcode }
  /** Work for after the response, which the test runs when it wants. */
  const later: (() => Promise<void>)[] = []
  const base = { clock, ports, afterwards: (work: () => Promise<void>) => void later.push(work) }
  const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
  const [customer_id] = await insertMembers(db, 1)
  const member: MemberContext = testContext(db, { ...base, settings, customer_id: customer_id! })
  const desk: OperatorContext = await newOperatorContext(testContext(db, { ...base, settings }), '梱包 一郎')
  const other: OperatorContext = await newOperatorContext(testContext(db, { ...base, settings }), '梱包 二郎')
  const manager: OperatorContext = await newOperatorContext(testContext(db, { ...base, settings }), '店長', 'manager')

  const placed = async (more: Draft = {}): Promise<string> =>
    (await placeOrder(member, await confirmedOrderInput(member, testOrderDraft({ payment_method_id: 4, ...more }))))
      .order_no
  const parcels = () => db.select().from(shipment).orderBy(asc(shipment.id))
  /** Orders to different addresses, so that none has to be joined. */
  const houses = async (count: number, more: Draft = {}) => {
    const order_nos: string[] = []
    for (let n = 1; n <= count; n++)
      order_nos.push(await placed({ shipping_address: { ...kamakuraAddress, addr02: `0-0-${n}` }, ...more }))
    return order_nos
  }
  const orderOf = async (shipment_no: string): Promise<string> => {
    const [found] = await db
      .select({ order_no: orders.order_no })
      .from(shipment)
      .innerJoin(orders, eq(orders.id, shipment.order_id))
      .where(eq(shipment.shipment_no, shipment_no))
    return found!.order_no
  }
  return {
    bank,
    clock,
    towns,
    base,
    settings,
    later,
    customer_id: customer_id!,
    member,
    desk,
    other,
    manager,
    placed,
    houses,
    parcels,
    orderOf,
    begin: async (): Promise<void> => {
      await emptyTables(db.$client, 'subscription, orders, outbox, shipping_import, shipping_batch')
      await db.update(shipping_setting).set({ pickup_time: null })
      await db.update(product_sku).set({ temperature: 'normal' }).where(eq(product_sku.id, 133))
      Object.assign(bank, { captured: [], capturing: async () => {} })
      later.length = 0
    },
    run: async (): Promise<void> => {
      for (const work of later.splice(0)) await work()
    },
    mailCount: async () => (await db.select().from(outbox).where(like(outbox.dedupe_key, 'order-shipped:%'))).length,
    shippedEvents: () => db.$count(shipment_event, eq(shipment_event.status, 'shipped')),
    /** A batch with exported labels, and the file that the program returns for it. */
    exported: async (count: number, more: Draft = {}) => {
      const order_nos = await houses(count, more)
      const { batch_no } = await createShippingBatch(desk, { order_nos })
      await createShippingFiles(desk, { batch_no })
      const rows = (await parcels()).map(({ shipment_no }, n) => [shipment_no, fakeTrackingNumber(n)] as const)
      return { batch_no, order_nos, rows, file: (numbers = rows) => fakeTrackingFile('b2cloud', numbers) }
    },
    /** Taken out and ready for the next batch. */
    takeOut: async (who: OperatorContext, { shipment_no }: { shipment_no: string }): Promise<void> => {
      await holdParcel(who, { shipment_no, reason: 'other', note: '', shortage: [] })
      await releaseHold(who, { order_no: await orderOf(shipment_no), undo: false })
    },
    drop: (content: Uint8Array<ArrayBuffer>, file_name = 'b2.csv') =>
      uploadTrackingImport(desk, { file_name, content }),
  }
}
