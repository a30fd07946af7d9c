import { SHIPPING_BATCH_STATUSES, type ShippingBatchStatus } from '@kushi/values/shipment'

/** The allowed transitions. Steps may be left out (a label written elsewhere), and none is taken back. */
const transitions: Record<ShippingBatchStatus, readonly ShippingBatchStatus[]> = {
  created: ['printed', 'labelled', 'imported', 'completed'],
  printed: ['labelled', 'imported', 'completed'],
  labelled: ['imported', 'completed'],
  imported: ['completed'],
  completed: [],
}

/** The statuses from which a batch can become `to`. */
export const batchStatusesBefore = (to: ShippingBatchStatus): ShippingBatchStatus[] =>
  SHIPPING_BATCH_STATUSES.filter((from) => transitions[from].includes(to))
