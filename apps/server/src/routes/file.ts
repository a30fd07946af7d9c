import { exportDocument } from '@kushi/shop/order/export-document'
import type { Bindings } from '../http/implement.ts'

export const file = {
  'GET /v1/file/export/pdf/{orderId}': exportDocument,
} satisfies Partial<Bindings>
