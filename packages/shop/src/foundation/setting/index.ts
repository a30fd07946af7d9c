/** What other features use of `setting`. */

export { getArticle, getContent, getHome, isPublished, selectHomeBlocks } from './content.ts'
export { nameAtTime } from './internal/former-name.ts'
export { getLandingPage, landingSlug, landingThanks, openLandingPage, readBlocks } from './landing-page.ts'
export { isPreviewLink, sealPreview } from './preview.ts'
export { isRankActive, type RankOperation } from './rules/member-rank.ts'
export { sanitiseHtml } from './rules/sanitise-html.ts'
export { changeSeller, type Seller, sellerAt } from './seller.ts'
export { cachedShop, loadShop, mailPictures, orderLink, orderUrl, pictureUrl, shopUrl } from './shop.ts'
