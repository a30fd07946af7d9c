import type { Tx } from '@kushi/db/connect'
import type { OrderRow } from '../../order/index.ts'

/** Runs in the same transaction as the change: for example an operator's audit entry, or a message to the customer. */
export type ShipmentHook = (tx: Tx, order: OrderRow) => Promise<void>
