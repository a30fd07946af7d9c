import type { AdminContract } from '@kushi/contract/admin/contract'
import { downloadJournals, exportJournals } from '@kushi/shop/accounting/journal/admin/journals'
import { saveAccountingSettings, showAccountingSettings } from '@kushi/shop/accounting/journal/admin/settings'
import { exportEntries, listEntries } from '@kushi/shop/accounting/ledger/admin/entries'
import { closeMonth, reopenMonth, showMonth } from '@kushi/shop/accounting/ledger/admin/month'
import {
  createCategory,
  deleteCategory,
  listCategories,
  renameCategory,
} from '@kushi/shop/catalogue/product/admin/categories'
import { duplicateProduct } from '@kushi/shop/catalogue/product/admin/duplicate-product'
import { exportPrices } from '@kushi/shop/catalogue/product/admin/export-prices'
import { exportProducts } from '@kushi/shop/catalogue/product/admin/export-products'
import { checkProductImport, runProductImport } from '@kushi/shop/catalogue/product/admin/import-products'
import { listProductNames } from '@kushi/shop/catalogue/product/admin/list-product-names'
import { listProducts } from '@kushi/shop/catalogue/product/admin/list-products'
import { moveProduct } from '@kushi/shop/catalogue/product/admin/move-product'
import { countSubscriptions, countSubscriptionsOf } from '@kushi/shop/catalogue/product/admin/running-subscriptions'
import { createProduct, updateProduct } from '@kushi/shop/catalogue/product/admin/save-product'
import { setVisibility } from '@kushi/shop/catalogue/product/admin/set-visibility'
import { previewProduct, showProduct } from '@kushi/shop/catalogue/product/admin/show-product'
import {
  correctStock,
  listStock,
  listStockEvents,
  placeStock,
  receiveStock,
  setLowStock,
  showStock,
} from '@kushi/shop/catalogue/product/admin/stock'
import { checkStockImport, exportStock, runStockImport } from '@kushi/shop/catalogue/product/admin/stock-sheet'
import type { AdminVerb } from '@kushi/shop/foundation/admin/context'
import { listAudit } from '@kushi/shop/foundation/audit/list-audit'
import { listExtensionNotes, retryExtensionNote } from '@kushi/shop/foundation/extension/admin/notes'
import { uploadLogo, uploadPicture } from '@kushi/shop/foundation/picture/upload-picture'
import { listTowns } from '@kushi/shop/foundation/postcode/list-towns'
import { exportReport, showReport, showReportRows } from '@kushi/shop/growth/report/admin/show-report'
import { listWebhookDeliveries, resendWebhook } from '@kushi/shop/messaging/webhook/admin/deliveries'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  resumeWebhook,
  showWebhook,
  stopWebhook,
} from '@kushi/shop/messaging/webhook/admin/endpoints'
import {
  listBulkPlaceholders,
  previewBulkMessage,
  showBulkMessage,
  testBulkMessage,
} from '@kushi/shop/operation/bulk/admin/bulk-messages'
import {
  countPriceAnswers,
  listJobRows,
  listJobs,
  showJob,
  showJobChoices,
} from '@kushi/shop/operation/bulk/admin/show-jobs'
import { startMessageJob, startOrderJob, startSubscriptionJob } from '@kushi/shop/operation/bulk/admin/start-job'
import { retryJob, runJob, stopJob, takeJobBack } from '@kushi/shop/operation/bulk/admin/steer-job'
import {
  changeShopAccount,
  listShopAccounts,
  removeShopAccount,
  testShopAccount,
} from '@kushi/shop/operation/configuration/admin/accounts'
import {
  addArticle,
  changeArticle,
  deleteArticle,
  getAdminArticle,
  listAdminArticles,
} from '@kushi/shop/operation/configuration/admin/articles'
import { changeCarriers, getCarriers } from '@kushi/shop/operation/configuration/admin/carriers'
import { changeChoices, getChoices } from '@kushi/shop/operation/configuration/admin/choices'
import {
  changeContent,
  deleteContent,
  getAdminContent,
  listContents,
  previewContent,
} from '@kushi/shop/operation/configuration/admin/content'
import { addDelivery, changeDelivery, listDeliverySettings } from '@kushi/shop/operation/configuration/admin/deliveries'
import { changeHomeSetting, getHomeSetting } from '@kushi/shop/operation/configuration/admin/home'
import { changeLawPage, getLawPage } from '@kushi/shop/operation/configuration/admin/law-page'
import {
  changeMessageText,
  getMessageText,
  listMessageTexts,
  previewMessageText,
  resetMessageText,
  testMessageText,
} from '@kushi/shop/operation/configuration/admin/message-texts'
import {
  changeClosedText,
  closeToPublic,
  openToPublic,
  renewVisitLink,
  showOpening,
} from '@kushi/shop/operation/configuration/admin/opening'
import { changePaymentSetting, listPaymentSettings } from '@kushi/shop/operation/configuration/admin/payments'
import { getPolicyDraft } from '@kushi/shop/operation/configuration/admin/policy-draft'
import { changeRanks, getRanks } from '@kushi/shop/operation/configuration/admin/ranks'
import { changeReminderSetting, getReminderSetting } from '@kushi/shop/operation/configuration/admin/reminder'
import {
  changeInserts,
  changeShipping,
  getInserts,
  getShipping,
} from '@kushi/shop/operation/configuration/admin/shipping'
import {
  changeCardLock,
  changeLineSetting,
  changeSearchSetting,
  changeShopSetting,
  getCardLock,
  getLineSetting,
  getSearchSetting,
  getShopSetting,
} from '@kushi/shop/operation/configuration/admin/shop-setting'
import {
  addVoice,
  changeVoice,
  deleteVoice,
  getAdminVoice,
  listAdminVoices,
  moveVoice,
} from '@kushi/shop/operation/configuration/admin/voices'
import { changeWorrySetting, getWorrySetting } from '@kushi/shop/operation/configuration/admin/worries'
import { erasePersonalData } from '@kushi/shop/operation/membership/admin/erase'
import { exportPersonalData } from '@kushi/shop/operation/membership/admin/export'
import { mergeCustomers } from '@kushi/shop/operation/membership/admin/merge-customers'
import { previewMerge } from '@kushi/shop/operation/membership/admin/preview-merge'
import {
  addPrivacyRequest,
  changePrivacyRequest,
  listPrivacyRequests,
  showPrivacyRequest,
} from '@kushi/shop/operation/membership/admin/requests'
import { withdrawCustomer } from '@kushi/shop/operation/membership/admin/withdraw-customer'
import {
  beginMove,
  checkMove,
  dropMoveFiles,
  exportMoveProblems,
  putMoveFile,
  showMove,
} from '@kushi/shop/operation/move-in/admin/screen'
import { listSchedule } from '@kushi/shop/operation/schedule/admin/list-schedule'
import { planChange, takeBack } from '@kushi/shop/operation/schedule/admin/plan-change'
import { previewShop } from '@kushi/shop/operation/schedule/admin/preview-shop'
import { showToday } from '@kushi/shop/operation/today/admin/show-today'
import { openShopAsMember } from '@kushi/shop/people/acting/admin/open-shop'
import { listMessages, showMessage } from '@kushi/shop/people/correspondence/admin/list-messages'
import { resendMessage, retryFailed, stopMessage } from '@kushi/shop/people/correspondence/admin/send-again'
import {
  addCustomerNote,
  endCustomerSessions,
  setCustomerRank,
  unblockCustomer,
  verifyCustomerEmail,
} from '@kushi/shop/people/customer/admin/change-customer'
import { exportCustomers } from '@kushi/shop/people/customer/admin/export-customers'
import { findDoubles } from '@kushi/shop/people/customer/admin/find-doubles'
import { checkCustomerImport, runCustomerImport } from '@kushi/shop/people/customer/admin/import-customers'
import { listCustomers, listSources } from '@kushi/shop/people/customer/admin/list-customers'
import { changeRankTerms, previewRanks, showRanks } from '@kushi/shop/people/customer/admin/ranks'
import { showCustomer } from '@kushi/shop/people/customer/admin/show-customer'
import { addCustomer, changeCustomer } from '@kushi/shop/people/customer/admin/write-customer'
import { answerInquiry } from '@kushi/shop/people/inquiry/admin/answer-inquiry'
import { addInquiryMessage, assignInquiry, changeInquiryStatus } from '@kushi/shop/people/inquiry/admin/change-inquiry'
import { showInquiryDesk } from '@kushi/shop/people/inquiry/admin/desk'
import { listInquiries } from '@kushi/shop/people/inquiry/admin/list-inquiries'
import { showInquiry } from '@kushi/shop/people/inquiry/admin/show-inquiry'
import { approve, listSuppliers, refuse } from '@kushi/shop/people/inquiry/admin/suppliers'
import { addTemplate, changeTemplate, deleteTemplate } from '@kushi/shop/people/inquiry/admin/templates'
import { addAdCode, changeAdCode, exportAdCodes, listAdCodes } from '@kushi/shop/people/line/admin/ad-codes'
import { acceptInvitation, finishInvitation, joinByInvitation } from '@kushi/shop/people/operator/accept-invitation'
import { addApiKey, listApiKeys, revokeApiKey } from '@kushi/shop/people/operator/admin/api-keys'
import { askToConfirm, confirm, renewRecoveryCodes } from '@kushi/shop/people/operator/confirm'
import { invite, showInvitation } from '@kushi/shop/people/operator/invitation'
import { changeRole, listOperators, resumeOperator, stopOperator } from '@kushi/shop/people/operator/operators'
import { askToRegisterPasskey, deletePasskey, listPasskeys, registerPasskey } from '@kushi/shop/people/operator/passkey'
import { endOtherSessions, endSession, listSessions, signOut } from '@kushi/shop/people/operator/session'
import { askForPasskey, signInByPasskey, signInByPassword } from '@kushi/shop/people/operator/sign-in'
import { deleteView, listViews, saveView } from '@kushi/shop/people/operator/views'
import { whoIsSignedIn } from '@kushi/shop/people/operator/who-am-i'
import { askForAddress, decideAddress } from '@kushi/shop/sales/fulfilment/admin/address-wish'
import { createBatch, showBatch, takeOver, writeTracking } from '@kushi/shop/sales/fulfilment/admin/batch'
import { changeOrder, previewOrderChange } from '@kushi/shop/sales/fulfilment/admin/change-order'
import { decideCancel } from '@kushi/shop/sales/fulfilment/admin/decide-cancel'
import {
  cancelOneOrder,
  cancelOneParcel,
  keepOwedOfOrder,
  receiveOneOrder,
  refundOneOrder,
  takeOneParcelBack,
} from '@kushi/shop/sales/fulfilment/admin/end-order'
import {
  createFiles,
  downloadFile,
  downloadFilter,
  printBatch,
  withdrawFile,
} from '@kushi/shop/sales/fulfilment/admin/files'
import { holdParcel, releaseHold } from '@kushi/shop/sales/fulfilment/admin/hold'
import {
  confirmDropped,
  dropFile,
  registerDropped,
  retryDropped,
  sendDropped,
  showImport,
  undoDropped,
} from '@kushi/shop/sales/fulfilment/admin/imports'
import {
  acceptLabels,
  changeLabel,
  decideParcel,
  readNote,
  restoreLabel,
} from '@kushi/shop/sales/fulfilment/admin/labels'
import { listBatches, showCounts, showDesk } from '@kushi/shop/sales/fulfilment/admin/show-desk'
import { showChangeOptions } from '@kushi/shop/sales/order/admin/change-options'
import { exportOrders } from '@kushi/shop/sales/order/admin/export-orders'
import { listOrders, showOrderDesk } from '@kushi/shop/sales/order/admin/list-orders'
import { addOrderNote, issueDocument } from '@kushi/shop/sales/order/admin/papers'
import { recordCash } from '@kushi/shop/sales/order/admin/record-cash'
import { replaceOrder } from '@kushi/shop/sales/order/admin/replace-order'
import { showOrder } from '@kushi/shop/sales/order/admin/show-order'
import { takeGoodsBack } from '@kushi/shop/sales/order/admin/take-goods-back'
import { showCards } from '@kushi/shop/sales/payment/admin/show-cards'
import { blockCustomer } from '@kushi/shop/sales/subscription/admin/block-customer'
import { showCalendar } from '@kushi/shop/sales/subscription/admin/calendar'
import {
  cancelOne,
  cancelOneAfter,
  changeOne,
  continueOne,
  listMemberCards,
  pauseOne,
  previewChange,
  reopenOne,
  showSubscriptionOptions,
  skipOne,
  undoSkipOfOne,
} from '@kushi/shop/sales/subscription/admin/change-one'
import { exportSubscriptions } from '@kushi/shop/sales/subscription/admin/export-all'
import { listAllSubscriptions } from '@kushi/shop/sales/subscription/admin/list-all'
import {
  placePhoneOrder,
  previewPhoneOrder,
  showPhoneOrderOptions,
} from '@kushi/shop/sales/subscription/admin/order-for-member'
import {
  listOrderRequests,
  sendOrderRequest,
  withdrawOrderRequest,
} from '@kushi/shop/sales/subscription/admin/request-order'
import { retryRestRefund, settleRestRefund } from '@kushi/shop/sales/subscription/admin/rest-refund'
import { addSubscriptionNote, endOne, payOneByCard, retryNow } from '@kushi/shop/sales/subscription/admin/settle-one'
import { showOneSubscription } from '@kushi/shop/sales/subscription/admin/show-one'

/** Binds every admin call to its verb; a call without a verb does not compile. */
export const adminBindings: { [K in keyof AdminContract]: AdminVerb<K> } = {
  'GET /admin/v1/me': whoIsSignedIn,
  'GET /admin/v1/today': showToday,
  'POST /admin/v1/sign-in/password': signInByPassword,
  'POST /admin/v1/sign-in/passkey/options': askForPasskey,
  'POST /admin/v1/sign-in/passkey': signInByPasskey,
  'POST /admin/v1/sign-out': signOut,
  'POST /admin/v1/confirm': confirm,
  'POST /admin/v1/confirm/options': askToConfirm,
  'GET /admin/v1/invitation/{token}': showInvitation,
  'POST /admin/v1/invitation/{token}/accept': acceptInvitation,
  'POST /admin/v1/invitation/{token}/finish': finishInvitation,
  'POST /admin/v1/invitation/{token}/join': joinByInvitation,
  'GET /admin/v1/me/sessions': listSessions,
  'DELETE /admin/v1/me/sessions/{id}': endSession,
  'DELETE /admin/v1/me/sessions': endOtherSessions,
  'GET /admin/v1/me/passkeys': listPasskeys,
  'POST /admin/v1/me/passkeys/options': askToRegisterPasskey,
  'POST /admin/v1/me/passkeys': registerPasskey,
  'DELETE /admin/v1/me/passkeys/{id}': deletePasskey,
  'POST /admin/v1/me/recovery-codes': renewRecoveryCodes,
  'GET /admin/v1/operators': listOperators,
  'POST /admin/v1/operators/invite': invite,
  'PUT /admin/v1/operators/{id}/role': changeRole,
  'POST /admin/v1/operators/{id}/stop': stopOperator,
  'POST /admin/v1/operators/{id}/resume': resumeOperator,
  'GET /admin/v1/accounting/months/{month}': showMonth,
  'POST /admin/v1/accounting/months/{month}/close': closeMonth,
  'POST /admin/v1/accounting/months/{month}/reopen': reopenMonth,
  'POST /admin/v1/accounting/months/{month}/journals': exportJournals,
  'POST /admin/v1/accounting/journals/file': downloadJournals,
  'GET /admin/v1/ledger': listEntries,
  'POST /admin/v1/ledger/export': exportEntries,
  'GET /admin/v1/accounting/settings': showAccountingSettings,
  'PUT /admin/v1/accounting/settings': saveAccountingSettings,
  'GET /admin/v1/audit': listAudit,
  'GET /admin/v1/views/{list}': listViews,
  'POST /admin/v1/views/{list}': saveView,
  'DELETE /admin/v1/views/{list}/{id}': deleteView,
  'GET /admin/v1/setting/home': getHomeSetting,
  'PUT /admin/v1/setting/home': changeHomeSetting,
  'GET /admin/v1/articles': listAdminArticles,
  'GET /admin/v1/articles/{id}': getAdminArticle,
  'POST /admin/v1/articles': addArticle,
  'PUT /admin/v1/articles/{id}': changeArticle,
  'DELETE /admin/v1/articles/{id}': deleteArticle,
  'GET /admin/v1/voices': listAdminVoices,
  'GET /admin/v1/voices/{id}': getAdminVoice,
  'POST /admin/v1/voices': addVoice,
  'PUT /admin/v1/voices/{id}': changeVoice,
  'POST /admin/v1/voices/{id}/move': moveVoice,
  'DELETE /admin/v1/voices/{id}': deleteVoice,
  'GET /admin/v1/products': listProducts,
  'GET /admin/v1/products/names': listProductNames,
  'GET /admin/v1/products/{id}': showProduct,
  'GET /admin/v1/products/{id}/subscriptions': countSubscriptions,
  'POST /admin/v1/products/subscriptions': countSubscriptionsOf,
  'POST /admin/v1/products': createProduct,
  'PUT /admin/v1/products/{id}': updateProduct,
  'POST /admin/v1/products/export': exportProducts,
  'POST /admin/v1/products/prices/export': exportPrices,
  'POST /admin/v1/products/import/check': checkProductImport,
  'POST /admin/v1/products/import/run': runProductImport,
  'POST /admin/v1/products/visibility': setVisibility,
  'POST /admin/v1/products/{id}/duplicate': duplicateProduct,
  'POST /admin/v1/products/{id}/preview': previewProduct,
  'POST /admin/v1/products/{id}/move': moveProduct,
  'POST /admin/v1/pictures': uploadPicture,
  'POST /admin/v1/logos': uploadLogo,
  'GET /admin/v1/categories': listCategories,
  'PUT /admin/v1/categories/{id}': renameCategory,
  'DELETE /admin/v1/categories/{id}': deleteCategory,
  'POST /admin/v1/categories': createCategory,
  'GET /admin/v1/setting/worries': getWorrySetting,
  'PUT /admin/v1/setting/worries': changeWorrySetting,
  'GET /admin/v1/stock': listStock,
  'POST /admin/v1/stock/export': exportStock,
  'POST /admin/v1/stock/import/check': checkStockImport,
  'POST /admin/v1/stock/import/run': runStockImport,
  'GET /admin/v1/stock/{id}': showStock,
  'GET /admin/v1/stock/{id}/events': listStockEvents,
  'POST /admin/v1/stock/{id}/receipt': receiveStock,
  'POST /admin/v1/stock/{id}/correction': correctStock,
  'PUT /admin/v1/stock/{id}/low-stock': setLowStock,
  'PUT /admin/v1/stock/{id}/place': placeStock,
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
  'POST /admin/v1/shipping/batches/{batch_no}/owner': takeOver,
  'POST /admin/v1/shipping/batches/{batch_no}/prints': printBatch,
  'POST /admin/v1/shipping/batches/{batch_no}/files': createFiles,
  'GET /admin/v1/shipping/files/{id}': downloadFile,
  'POST /admin/v1/shipping/files/{id}/cancel': withdrawFile,
  'GET /admin/v1/shipping/filters/{program}': downloadFilter,
  'POST /admin/v1/shipping/parcels/{shipment_no}/hold': holdParcel,
  'POST /admin/v1/shipping/holds/{order_no}/release': releaseHold,
  'POST /admin/v1/shipping/address-wishes/{order_no}': decideAddress,
  'POST /admin/v1/orders/{id}/address-wish': askForAddress,
  'PUT /admin/v1/shipping/parcels/{shipment_no}/tracking': writeTracking,
  'POST /admin/v1/shipping/imports': dropFile,
  'GET /admin/v1/shipping/imports/{id}': showImport,
  'POST /admin/v1/shipping/imports/{id}/confirm': confirmDropped,
  'POST /admin/v1/shipping/imports/{id}/retry': retryDropped,
  'POST /admin/v1/shipping/imports/{id}/again': registerDropped,
  'POST /admin/v1/shipping/imports/{id}/now': sendDropped,
  'POST /admin/v1/shipping/imports/{id}/undo': undoDropped,
  'GET /admin/v1/setting/shipping': getShipping,
  'PUT /admin/v1/setting/shipping': changeShipping,
  'GET /admin/v1/setting/inserts': getInserts,
  'PUT /admin/v1/setting/inserts': changeInserts,
  'GET /admin/v1/setting/api-keys': listApiKeys,
  'POST /admin/v1/setting/api-keys': addApiKey,
  'POST /admin/v1/setting/api-keys/{id}/revoke': revokeApiKey,
  'GET /admin/v1/setting/extension-notes': listExtensionNotes,
  'POST /admin/v1/setting/extension-notes/{id}/retry': retryExtensionNote,
  'GET /admin/v1/setting/webhooks': listWebhooks,
  'POST /admin/v1/setting/webhooks': addWebhook,
  'GET /admin/v1/setting/webhooks/{id}': showWebhook,
  'PUT /admin/v1/setting/webhooks/{id}': changeWebhook,
  'DELETE /admin/v1/setting/webhooks/{id}': removeWebhook,
  'POST /admin/v1/setting/webhooks/{id}/secret': renewWebhookSecret,
  'POST /admin/v1/setting/webhooks/{id}/stop': stopWebhook,
  'POST /admin/v1/setting/webhooks/{id}/resume': resumeWebhook,
  'GET /admin/v1/setting/webhooks/{id}/deliveries': listWebhookDeliveries,
  'POST /admin/v1/setting/webhooks/{id}/deliveries/{delivery_id}/resend': resendWebhook,
  'GET /admin/v1/setting/accounts': listShopAccounts,
  'PUT /admin/v1/setting/accounts/{kind}': changeShopAccount,
  'DELETE /admin/v1/setting/accounts/{kind}': removeShopAccount,
  'POST /admin/v1/setting/accounts/{kind}/test': testShopAccount,
  'GET /admin/v1/setting/shop': getShopSetting,
  'PUT /admin/v1/setting/shop': changeShopSetting,
  'GET /admin/v1/setting/line': getLineSetting,
  'PUT /admin/v1/setting/line': changeLineSetting,
  'GET /admin/v1/setting/card-lock': getCardLock,
  'PUT /admin/v1/setting/card-lock': changeCardLock,
  'GET /admin/v1/setting/search': getSearchSetting,
  'PUT /admin/v1/setting/search': changeSearchSetting,
  'GET /admin/v1/setting/carriers': getCarriers,
  'PUT /admin/v1/setting/carriers': changeCarriers,
  'GET /admin/v1/setting/reminder': getReminderSetting,
  'PUT /admin/v1/setting/reminder': changeReminderSetting,
  'GET /admin/v1/setting/deliveries': listDeliverySettings,
  'POST /admin/v1/setting/deliveries': addDelivery,
  'PUT /admin/v1/setting/deliveries/{id}': changeDelivery,
  'GET /admin/v1/setting/payments': listPaymentSettings,
  'PUT /admin/v1/setting/payments/{id}': changePaymentSetting,
  'GET /admin/v1/setting/ranks': getRanks,
  'PUT /admin/v1/setting/ranks': changeRanks,
  'GET /admin/v1/setting/choices/{name}': getChoices,
  'PUT /admin/v1/setting/choices/{name}': changeChoices,
  'GET /admin/v1/opening': showOpening,
  'POST /admin/v1/opening': openToPublic,
  'POST /admin/v1/opening/close': closeToPublic,
  'PUT /admin/v1/opening/closed-text': changeClosedText,
  'POST /admin/v1/opening/visit-link': renewVisitLink,
  'GET /admin/v1/law-page': getLawPage,
  'PUT /admin/v1/law-page': changeLawPage,
  'GET /admin/v1/content': listContents,
  'GET /admin/v1/content/{name}/{layout_code}': getAdminContent,
  'PUT /admin/v1/content/{name}/{layout_code}': changeContent,
  'DELETE /admin/v1/content/{name}/{layout_code}': deleteContent,
  'GET /admin/v1/move-in': showMove,
  'POST /admin/v1/move-in/files': putMoveFile,
  'DELETE /admin/v1/move-in/files': dropMoveFiles,
  'POST /admin/v1/move-in/check': checkMove,
  'POST /admin/v1/move-in/run': beginMove,
  'POST /admin/v1/move-in/problems': exportMoveProblems,
  'GET /admin/v1/postcodes/{postal_code}': listTowns,
  'GET /admin/v1/content-draft/{name}': getPolicyDraft,
  'POST /admin/v1/content/preview': previewContent,
  'GET /admin/v1/schedule': listSchedule,
  'POST /admin/v1/schedule': planChange,
  'POST /admin/v1/schedule/{id}/take-back': takeBack,
  'POST /admin/v1/schedule/preview': previewShop,
  'GET /admin/v1/messages': listMessages,
  'GET /admin/v1/messages/{id}': showMessage,
  'POST /admin/v1/messages/{id}/resend': resendMessage,
  'POST /admin/v1/messages/{id}/stop': stopMessage,
  'POST /admin/v1/messages/retry-failed': retryFailed,
  'GET /admin/v1/message-texts': listMessageTexts,
  'GET /admin/v1/message-texts/{kind}': getMessageText,
  'PUT /admin/v1/message-texts/{kind}': changeMessageText,
  'DELETE /admin/v1/message-texts/{kind}': resetMessageText,
  'POST /admin/v1/message-texts/{kind}/preview': previewMessageText,
  'POST /admin/v1/message-texts/{kind}/test': testMessageText,
  'GET /admin/v1/inquiries': listInquiries,
  'GET /admin/v1/inquiry-desk': showInquiryDesk,
  'GET /admin/v1/inquiries/{id}': showInquiry,
  'POST /admin/v1/inquiries/{id}/answer': answerInquiry,
  'POST /admin/v1/inquiries/{id}/messages': addInquiryMessage,
  'PUT /admin/v1/inquiries/{id}/operator': assignInquiry,
  'PUT /admin/v1/inquiries/{id}/status': changeInquiryStatus,
  'POST /admin/v1/inquiry-templates': addTemplate,
  'PUT /admin/v1/inquiry-templates/{id}': changeTemplate,
  'DELETE /admin/v1/inquiry-templates/{id}': deleteTemplate,
  'GET /admin/v1/suppliers': listSuppliers,
  'POST /admin/v1/suppliers/{inquiry_no}/approve': approve,
  'POST /admin/v1/suppliers/{inquiry_no}/refuse': refuse,
  'GET /admin/v1/customers': listCustomers,
  'GET /admin/v1/customers/sources': listSources,
  'POST /admin/v1/customers/export': exportCustomers,
  'POST /admin/v1/customers/import/check': checkCustomerImport,
  'POST /admin/v1/customers/import/run': runCustomerImport,
  'GET /admin/v1/customers/{id}': showCustomer,
  'GET /admin/v1/customers/{id}/cards': showCards,
  'POST /admin/v1/customers': addCustomer,
  'PUT /admin/v1/customers/{id}': changeCustomer,
  'PUT /admin/v1/customers/{id}/rank': setCustomerRank,
  'POST /admin/v1/customers/{id}/notes': addCustomerNote,
  'DELETE /admin/v1/customers/{id}/sessions': endCustomerSessions,
  'POST /admin/v1/customers/{id}/email-verification': verifyCustomerEmail,
  'PUT /admin/v1/customers/{id}/block': blockCustomer,
  'DELETE /admin/v1/customers/{id}/block': unblockCustomer,
  'POST /admin/v1/customers/{id}/withdrawal': withdrawCustomer,
  'GET /admin/v1/customers/{id}/doubles': findDoubles,
  'GET /admin/v1/customers/{id}/merge': previewMerge,
  'POST /admin/v1/customers/{id}/merge': mergeCustomers,
  'POST /admin/v1/customers/{id}/acting': openShopAsMember,
  'GET /admin/v1/reports/{report}': showReport,
  'GET /admin/v1/reports/{report}/rows': showReportRows,
  'POST /admin/v1/reports/{report}/export': exportReport,
  'GET /admin/v1/ad-codes': listAdCodes,
  'POST /admin/v1/ad-codes': addAdCode,
  'PUT /admin/v1/ad-codes/{adcd}': changeAdCode,
  'POST /admin/v1/ad-codes/export': exportAdCodes,
  'GET /admin/v1/privacy-requests': listPrivacyRequests,
  'GET /admin/v1/privacy-requests/{id}': showPrivacyRequest,
  'POST /admin/v1/customers/{id}/privacy-requests': addPrivacyRequest,
  'PUT /admin/v1/privacy-requests/{id}': changePrivacyRequest,
  'POST /admin/v1/privacy-requests/{id}/export': exportPersonalData,
  'POST /admin/v1/privacy-requests/{id}/erase': erasePersonalData,
  'GET /admin/v1/ranks': showRanks,
  'GET /admin/v1/ranks/preview': previewRanks,
  'PUT /admin/v1/ranks': changeRankTerms,
  'GET /admin/v1/orders': listOrders,
  'POST /admin/v1/orders/export': exportOrders,
  'GET /admin/v1/customers/{id}/order-options': showPhoneOrderOptions,
  'POST /admin/v1/customers/{id}/orders/preview': previewPhoneOrder,
  'POST /admin/v1/customers/{id}/orders': placePhoneOrder,
  'POST /admin/v1/customers/{id}/order-requests': sendOrderRequest,
  'GET /admin/v1/customers/{id}/order-requests': listOrderRequests,
  'POST /admin/v1/order-requests/{id}/withdraw': withdrawOrderRequest,
  'GET /admin/v1/order-desk': showOrderDesk,
  'GET /admin/v1/orders/{id}': showOrder,
  'GET /admin/v1/orders/{id}/change': showChangeOptions,
  'POST /admin/v1/orders/{id}/change/preview': previewOrderChange,
  'PUT /admin/v1/orders/{id}': changeOrder,
  'POST /admin/v1/orders/{id}/cancel': cancelOneOrder,
  'POST /admin/v1/orders/{id}/refund': refundOneOrder,
  'POST /admin/v1/orders/{id}/owed/keep': keepOwedOfOrder,
  'POST /admin/v1/orders/{id}/replacement': replaceOrder,
  'POST /admin/v1/orders/{id}/goods-back': takeGoodsBack,
  'POST /admin/v1/orders/{id}/receive': receiveOneOrder,
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/cancel': cancelOneParcel,
  'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back': takeOneParcelBack,
  'POST /admin/v1/orders/{id}/cash': recordCash,
  'POST /admin/v1/orders/{id}/notes': addOrderNote,
  'POST /admin/v1/orders/{id}/documents': issueDocument,
  'POST /admin/v1/subscriptions/export': exportSubscriptions,
  'GET /admin/v1/subscriptions': listAllSubscriptions,
  'POST /admin/v1/bulk-jobs/subscriptions': startSubscriptionJob,
  'POST /admin/v1/bulk-jobs/orders': startOrderJob,
  'POST /admin/v1/bulk-jobs/messages': startMessageJob,
  'GET /admin/v1/bulk-messages/placeholders': listBulkPlaceholders,
  'POST /admin/v1/bulk-messages/preview': previewBulkMessage,
  'POST /admin/v1/bulk-messages/test': testBulkMessage,
  'GET /admin/v1/bulk-jobs/{id}/mail': showBulkMessage,
  'GET /admin/v1/bulk-jobs/{id}/answers': countPriceAnswers,
  'GET /admin/v1/bulk-choices': showJobChoices,
  'GET /admin/v1/bulk-jobs': listJobs,
  'GET /admin/v1/bulk-jobs/{id}': showJob,
  'GET /admin/v1/bulk-jobs/{id}/rows': listJobRows,
  'POST /admin/v1/bulk-jobs/{id}/run': runJob,
  'POST /admin/v1/bulk-jobs/{id}/stop': stopJob,
  'POST /admin/v1/bulk-jobs/{id}/retry': retryJob,
  'POST /admin/v1/bulk-jobs/{id}/take-back': takeJobBack,
  'GET /admin/v1/subscription-calendar': showCalendar,
  'GET /admin/v1/subscriptions/{id}': showOneSubscription,
  'GET /admin/v1/subscriptions/{id}/change': showSubscriptionOptions,
  'GET /admin/v1/subscriptions/{id}/cards': listMemberCards,
  'POST /admin/v1/subscriptions/{id}/preview': previewChange,
  'PUT /admin/v1/subscriptions/{id}': changeOne,
  'POST /admin/v1/subscriptions/{id}/skip': skipOne,
  'POST /admin/v1/subscriptions/{id}/undo-skip': undoSkipOfOne,
  'POST /admin/v1/subscriptions/{id}/pause': pauseOne,
  'POST /admin/v1/subscriptions/{id}/reopen': reopenOne,
  'POST /admin/v1/subscriptions/{id}/payment': payOneByCard,
  'POST /admin/v1/subscriptions/{id}/cancel': cancelOne,
  'POST /admin/v1/subscriptions/{id}/cancel-after': cancelOneAfter,
  'POST /admin/v1/subscriptions/{id}/undo-cancel': continueOne,
  'POST /admin/v1/subscriptions/{id}/end': endOne,
  'POST /admin/v1/subscriptions/{id}/rest-refund': retryRestRefund,
  'POST /admin/v1/subscriptions/{id}/rest-refund/settled': settleRestRefund,
  'POST /admin/v1/subscriptions/{id}/retry': retryNow,
  'POST /admin/v1/subscriptions/{id}/notes': addSubscriptionNote,
}
