/** What other features use of `setting`. */

export { getArticle, getContent, getHome, published, selectHomeBlocks } from './content.ts'
export { nameAt } from './internal/former-name.ts'
export { getLandingPage, landingSlug, landingThanks, openLandingPage, readBlocks } from './landing-page.ts'
export { opensPreview, sealPreview } from './preview.ts'
export { isRankActive, type RankOperation } from './rules/member-rank.ts'
export { sanitiseHtml } from './rules/sanitise-html.ts'
export { keepingSeller, type Seller, sellerOn } from './seller.ts'
export { cachedShop, loadShop, mailPictures, orderLink, orderUrl, pictureUrl, shopUrl } from './shop.ts'
