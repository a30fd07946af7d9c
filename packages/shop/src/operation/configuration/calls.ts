import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import {
  changeServiceAccount,
  listServiceAccounts,
  removeServiceAccount,
  testServiceAccount,
} from './admin/accounts.ts'
import { addArticle, changeArticle, deleteArticle, getAdminArticle, listAdminArticles } from './admin/articles.ts'
import { changeCarriers, getCarriers } from './admin/carriers.ts'
import { changeChoices, getChoices } from './admin/choices.ts'
import { changeContent, deleteContent, getAdminContent, listContents, previewContent } from './admin/content.ts'
import { addDeliveryMethod, changeDeliveryMethod, listDeliverySettings } from './admin/deliveries.ts'
import { changeHomeSetting, getHomeSetting } from './admin/home.ts'
import {
  addLandingPage,
  changeLandingPage,
  deleteLandingPage,
  getAdminLandingPage,
  listLandingPages,
  listPagePromotions,
  previewLandingPage,
} from './admin/landing-pages.ts'
import {
  addLandingVariant,
  changeLandingVariant,
  deleteLandingVariant,
  finishPageExperiment,
  getLandingVariant,
  listLandingVariants,
  previewLandingVariant,
  startPageExperiment,
} from './admin/landing-variants.ts'
import { changeLawPage, getLawPage } from './admin/law-page.ts'
import {
  changeMessageText,
  getMessageText,
  listMessageTexts,
  previewMessageText,
  resetMessageText,
  testMessageText,
} from './admin/message-texts.ts'
import {
  changeClosedText,
  closeShopTemporarily,
  openShopToPublic,
  renewVisitLink,
  runSelfCheck,
  showOpeningChecklist,
} from './admin/opening.ts'
import {
  addOrderOffer,
  changeOrderOffer,
  deleteOrderOffer,
  getOrderOffer,
  listOrderOffers,
} from './admin/order-offers.ts'
import { changePaymentSetting, listPaymentSettings } from './admin/payments.ts'
import { getPolicyDraft } from './admin/policy-draft.ts'
import { changeRankSetting, getRankSetting } from './admin/ranks.ts'
import { changeCartReminderSetting, countCartReminderResults, getCartReminderSetting } from './admin/reminder.ts'
import { changePackingInserts, changeShippingSetting, getPackingInserts, getShippingSetting } from './admin/shipping.ts'
import {
  changeCardLock,
  changeLineSetting,
  changePointSetting,
  changeSearchSetting,
  changeShopSetting,
  getCardLock,
  getLineSetting,
  getPointSetting,
  getSearchSetting,
  getShopSetting,
} from './admin/shop-setting.ts'
import {
  addCustomerVoice,
  changeCustomerVoice,
  deleteCustomerVoice,
  getAdminVoice,
  listAdminVoices,
  reorderCustomerVoice,
} from './admin/voices.ts'
import { changeWorrySetting, getWorrySetting } from './admin/worries.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/setting/home': getHomeSetting,
  'PUT /admin/v1/setting/home': changeHomeSetting,
  'GET /admin/v1/landing-pages': listLandingPages,
  'GET /admin/v1/landing-pages/promotions': listPagePromotions,
  'GET /admin/v1/landing-pages/{id}': getAdminLandingPage,
  'POST /admin/v1/landing-pages': addLandingPage,
  'PUT /admin/v1/landing-pages/{id}': changeLandingPage,
  'POST /admin/v1/landing-pages/{id}/preview': previewLandingPage,
  'DELETE /admin/v1/landing-pages/{id}': deleteLandingPage,
  'GET /admin/v1/landing-pages/{id}/variants': listLandingVariants,
  'POST /admin/v1/landing-pages/{id}/variants': addLandingVariant,
  'GET /admin/v1/landing-pages/{id}/variants/{variant_id}': getLandingVariant,
  'PUT /admin/v1/landing-pages/{id}/variants/{variant_id}': changeLandingVariant,
  'POST /admin/v1/landing-pages/{id}/variants/{variant_id}/preview': previewLandingVariant,
  'DELETE /admin/v1/landing-pages/{id}/variants/{variant_id}': deleteLandingVariant,
  'POST /admin/v1/landing-pages/{id}/experiment': startPageExperiment,
  'POST /admin/v1/landing-pages/{id}/experiment/end': finishPageExperiment,
  'GET /admin/v1/order-offers': listOrderOffers,
  'GET /admin/v1/order-offers/{id}': getOrderOffer,
  'POST /admin/v1/order-offers': addOrderOffer,
  'PUT /admin/v1/order-offers/{id}': changeOrderOffer,
  'DELETE /admin/v1/order-offers/{id}': deleteOrderOffer,
  'GET /admin/v1/articles': listAdminArticles,
  'GET /admin/v1/articles/{id}': getAdminArticle,
  'POST /admin/v1/articles': addArticle,
  'PUT /admin/v1/articles/{id}': changeArticle,
  'DELETE /admin/v1/articles/{id}': deleteArticle,
  'GET /admin/v1/voices': listAdminVoices,
  'GET /admin/v1/voices/{id}': getAdminVoice,
  'POST /admin/v1/voices': addCustomerVoice,
  'PUT /admin/v1/voices/{id}': changeCustomerVoice,
  'POST /admin/v1/voices/{id}/move': reorderCustomerVoice,
  'DELETE /admin/v1/voices/{id}': deleteCustomerVoice,
  'GET /admin/v1/setting/worries': getWorrySetting,
  'PUT /admin/v1/setting/worries': changeWorrySetting,
  'GET /admin/v1/setting/shipping': getShippingSetting,
  'PUT /admin/v1/setting/shipping': changeShippingSetting,
  'GET /admin/v1/setting/inserts': getPackingInserts,
  'PUT /admin/v1/setting/inserts': changePackingInserts,
  'GET /admin/v1/setting/accounts': listServiceAccounts,
  'PUT /admin/v1/setting/accounts/{kind}': changeServiceAccount,
  'DELETE /admin/v1/setting/accounts/{kind}': removeServiceAccount,
  'POST /admin/v1/setting/accounts/{kind}/test': testServiceAccount,
  'GET /admin/v1/setting/shop': getShopSetting,
  'PUT /admin/v1/setting/shop': changeShopSetting,
  'GET /admin/v1/setting/line': getLineSetting,
  'PUT /admin/v1/setting/line': changeLineSetting,
  'GET /admin/v1/setting/card-lock': getCardLock,
  'PUT /admin/v1/setting/card-lock': changeCardLock,
  'GET /admin/v1/setting/points': getPointSetting,
  'PUT /admin/v1/setting/points': changePointSetting,
  'GET /admin/v1/setting/search': getSearchSetting,
  'PUT /admin/v1/setting/search': changeSearchSetting,
  'GET /admin/v1/setting/carriers': getCarriers,
  'PUT /admin/v1/setting/carriers': changeCarriers,
  'GET /admin/v1/setting/reminder': getCartReminderSetting,
  'GET /admin/v1/setting/reminder/results': countCartReminderResults,
  'PUT /admin/v1/setting/reminder': changeCartReminderSetting,
  'GET /admin/v1/setting/deliveries': listDeliverySettings,
  'POST /admin/v1/setting/deliveries': addDeliveryMethod,
  'PUT /admin/v1/setting/deliveries/{id}': changeDeliveryMethod,
  'GET /admin/v1/setting/payments': listPaymentSettings,
  'PUT /admin/v1/setting/payments/{id}': changePaymentSetting,
  'GET /admin/v1/setting/ranks': getRankSetting,
  'PUT /admin/v1/setting/ranks': changeRankSetting,
  'GET /admin/v1/setting/choices/{name}': getChoices,
  'PUT /admin/v1/setting/choices/{name}': changeChoices,
  'GET /admin/v1/opening': showOpeningChecklist,
  'POST /admin/v1/opening': openShopToPublic,
  'POST /admin/v1/opening/self-check': runSelfCheck,
  'POST /admin/v1/opening/close': closeShopTemporarily,
  'PUT /admin/v1/opening/closed-text': changeClosedText,
  'POST /admin/v1/opening/visit-link': renewVisitLink,
  'GET /admin/v1/law-page': getLawPage,
  'PUT /admin/v1/law-page': changeLawPage,
  'GET /admin/v1/content': listContents,
  'GET /admin/v1/content/{name}/{layout_code}': getAdminContent,
  'PUT /admin/v1/content/{name}/{layout_code}': changeContent,
  'DELETE /admin/v1/content/{name}/{layout_code}': deleteContent,
  'GET /admin/v1/content-draft/{name}': getPolicyDraft,
  'POST /admin/v1/content/preview': previewContent,
  'GET /admin/v1/message-texts': listMessageTexts,
  'GET /admin/v1/message-texts/{kind}': getMessageText,
  'PUT /admin/v1/message-texts/{kind}': changeMessageText,
  'DELETE /admin/v1/message-texts/{kind}': resetMessageText,
  'POST /admin/v1/message-texts/{kind}/preview': previewMessageText,
  'POST /admin/v1/message-texts/{kind}/test': testMessageText,
} satisfies Partial<AdminCallHandlers>
