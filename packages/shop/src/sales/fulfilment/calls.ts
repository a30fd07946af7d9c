import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { decideAddress, requestAddress } from './admin/address-wish.ts'
import { createBatch, showBatch, takeOverBatch, writeTracking } from './admin/batch.ts'
import { changeOrder, previewOrderChange } from './admin/change-order.ts'
import { decidePersonCheck, showPersonCheck } from './admin/check-person.ts'
import { decideCancel } from './admin/decide-cancel.ts'
import { cancelOneOrder, cancelOneParcel, receiveOneOrder, recordOneParcelReturn } from './admin/end-order.ts'
import { createFiles, downloadFile, downloadFilter, printBatch, withdrawFile } from './admin/files.ts'
import { holdOrder, holdParcel, releaseHold } from './admin/hold.ts'
import {
  confirmTrackingImport,
  registerImportedRow,
  retryImportedRow,
  shipImportNow,
  showImport,
  undoImportedRow,
  uploadImport,
} from './admin/imports.ts'
import { acceptLabels, changeLabel, decideParcel, readNote, restoreLabel } from './admin/labels.ts'
import { listBatches, showCounts, showDesk } from './admin/show-desk.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/shipping/desk': showDesk,
  'GET /admin/v1/shipping/counts': showCounts,
  'PUT /admin/v1/shipping/labels/{order_no}': changeLabel,
  'DELETE /admin/v1/shipping/labels/{order_no}': restoreLabel,
  'POST /admin/v1/shipping/labels': acceptLabels,
  'POST /admin/v1/shipping/notes/{order_no}': readNote,
  'POST /admin/v1/shipping/parcels': decideParcel,
  'POST /admin/v1/shipping/cancel-requests/{order_no}': decideCancel,
  'POST /admin/v1/shipping/batches': createBatch,
  'GET /admin/v1/shipping/batches': listBatches,
  'GET /admin/v1/shipping/batches/{batch_no}': showBatch,
  'POST /admin/v1/shipping/batches/{batch_no}/owner': takeOverBatch,
  'POST /admin/v1/shipping/batches/{batch_no}/prints': printBatch,
  'POST /admin/v1/shipping/batches/{batch_no}/files': createFiles,
  'GET /admin/v1/shipping/files/{id}': downloadFile,
  'POST /admin/v1/shipping/files/{id}/cancel': withdrawFile,
  'GET /admin/v1/shipping/filters/{program}': downloadFilter,
  'POST /admin/v1/shipping/parcels/{shipment_no}/hold': holdParcel,
  'POST /admin/v1/shipping/holds/{order_no}': holdOrder,
  'POST /admin/v1/shipping/holds/{order_no}/release': releaseHold,
  'POST /admin/v1/shipping/address-wishes/{order_no}': decideAddress,
  'GET /admin/v1/orders/{id}/person-check': showPersonCheck,
  'POST /admin/v1/orders/{id}/person-check': decidePersonCheck,
  'POST /admin/v1/orders/{id}/address-wish': requestAddress,
  'PUT /admin/v1/shipping/parcels/{shipment_no}/tracking': writeTracking,
  'POST /admin/v1/shipping/imports': uploadImport,
  'GET /admin/v1/shipping/imports/{id}': showImport,
  'POST /admin/v1/shipping/imports/{id}/confirm': confirmTrackingImport,
  'POST /admin/v1/shipping/imports/{id}/retry': retryImportedRow,
  'POST /admin/v1/shipping/imports/{id}/again': registerImportedRow,
  'POST /admin/v1/shipping/imports/{id}/now': shipImportNow,
  'POST /admin/v1/shipping/imports/{id}/undo': undoImportedRow,
  'POST /admin/v1/orders/{id}/change/preview': previewOrderChange,
  'PUT /admin/v1/orders/{id}': changeOrder,
  'POST /admin/v1/orders/{id}/cancel': cancelOneOrder,
  'POST /admin/v1/orders/{id}/receive': receiveOneOrder,
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/cancel': cancelOneParcel,
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back': recordOneParcelReturn,
} satisfies Partial<AdminCallHandlers>
