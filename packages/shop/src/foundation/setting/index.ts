/** The exports of `setting` for other features. */

export { getArticle, getContent, getHome, publishedArticleCondition, selectHomeBlocks } from './content.ts'
export { nameAtTimeSql } from './internal/former-name.ts'
export {
  findOpenLandingPage,
  getLandingPage,
  landingSlug,
  loadLandingThanks,
  readLandingPageBlocks,
  shownLandingPageBlocks,
} from './landing-page.ts'
export { createPreviewKey, isValidPreviewKey } from './preview.ts'
export { isRankActive, type RankOperation } from './rules/member-rank.ts'
export { sanitiseHtml } from './rules/sanitise-html.ts'
export { changeSeller, loadSellerOnDay, type Seller } from './seller.ts'
export { loadCachedShop, loadShop, mailPictureUrls, orderLinkText, orderUrl, pictureUrl, shopUrl } from './shop.ts'
