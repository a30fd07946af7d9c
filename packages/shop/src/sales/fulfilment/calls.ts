import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { decideAddressChange, requestAddressChange } from './admin/address-change-request.ts'
import { createShippingBatch, setTrackingNumber, showShippingBatch, takeOverShippingBatch } from './admin/batch.ts'
import { changeOrder, previewOrderChange } from './admin/change-order.ts'
import { decidePersonCheck, showPersonCheck } from './admin/check-person.ts'
import { decideCancelRequest } from './admin/decide-cancel.ts'
import { cancelOneOrder, cancelOneParcel, markOneOrderDelivered, recordOneParcelReturn } from './admin/end-order.ts'
import {
  createShippingFiles,
  downloadCarrierFilter,
  downloadShippingFile,
  printPackingSheets,
  withdrawShippingFile,
} from './admin/files.ts'
import { holdOrder, holdParcel, releaseHold } from './admin/hold.ts'
import {
  confirmTrackingImport,
  reregisterTrackingImport,
  retryTrackingImport,
  shipTrackingImportNow,
  showTrackingImport,
  undoTrackingImport,
  uploadTrackingImport,
} from './admin/imports.ts'
import {
  acceptLabelProposals,
  changeShippingLabel,
  decideSharedBox,
  markOrderNoteRead,
  restoreCustomerLabel,
} from './admin/labels.ts'
import { listShippingBatches, showShippingDesk, showShippingDeskCounts } from './admin/show-desk.ts'
import { acceptPostPurchaseOffer, showPostPurchaseOffer } from './post-purchase-offer.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/order/public/{order_no}/offer': showPostPurchaseOffer,
  'POST /v1/order/public/{order_no}/offer/take': acceptPostPurchaseOffer,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/shipping/desk': showShippingDesk,
  'GET /admin/v1/shipping/counts': showShippingDeskCounts,
  'PUT /admin/v1/shipping/labels/{order_no}': changeShippingLabel,
  'DELETE /admin/v1/shipping/labels/{order_no}': restoreCustomerLabel,
  'POST /admin/v1/shipping/labels': acceptLabelProposals,
  'POST /admin/v1/shipping/notes/{order_no}': markOrderNoteRead,
  'POST /admin/v1/shipping/parcels': decideSharedBox,
  'POST /admin/v1/shipping/cancel-requests/{order_no}': decideCancelRequest,
  'POST /admin/v1/shipping/batches': createShippingBatch,
  'GET /admin/v1/shipping/batches': listShippingBatches,
  'GET /admin/v1/shipping/batches/{batch_no}': showShippingBatch,
  'POST /admin/v1/shipping/batches/{batch_no}/owner': takeOverShippingBatch,
  'POST /admin/v1/shipping/batches/{batch_no}/prints': printPackingSheets,
  'POST /admin/v1/shipping/batches/{batch_no}/files': createShippingFiles,
  'GET /admin/v1/shipping/files/{id}': downloadShippingFile,
  'POST /admin/v1/shipping/files/{id}/cancel': withdrawShippingFile,
  'GET /admin/v1/shipping/filters/{program}': downloadCarrierFilter,
  'POST /admin/v1/shipping/parcels/{shipment_no}/hold': holdParcel,
  'POST /admin/v1/shipping/holds/{order_no}': holdOrder,
  'POST /admin/v1/shipping/holds/{order_no}/release': releaseHold,
  'POST /admin/v1/shipping/address-wishes/{order_no}': decideAddressChange,
  'GET /admin/v1/orders/{id}/person-check': showPersonCheck,
  'POST /admin/v1/orders/{id}/person-check': decidePersonCheck,
  'POST /admin/v1/orders/{id}/address-wish': requestAddressChange,
  'PUT /admin/v1/shipping/parcels/{shipment_no}/tracking': setTrackingNumber,
  'POST /admin/v1/shipping/imports': uploadTrackingImport,
  'GET /admin/v1/shipping/imports/{id}': showTrackingImport,
  'POST /admin/v1/shipping/imports/{id}/confirm': confirmTrackingImport,
  'POST /admin/v1/shipping/imports/{id}/retry': retryTrackingImport,
  'POST /admin/v1/shipping/imports/{id}/again': reregisterTrackingImport,
  'POST /admin/v1/shipping/imports/{id}/now': shipTrackingImportNow,
  'POST /admin/v1/shipping/imports/{id}/undo': undoTrackingImport,
  'POST /admin/v1/orders/{id}/change/preview': previewOrderChange,
  'PUT /admin/v1/orders/{id}': changeOrder,
  'POST /admin/v1/orders/{id}/cancel': cancelOneOrder,
  'POST /admin/v1/orders/{id}/receive': markOneOrderDelivered,
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/cancel': cancelOneParcel,
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back': recordOneParcelReturn,
} satisfies Partial<AdminCallHandlers>
