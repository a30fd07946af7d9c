/** What other features use of `setting`. */
export { published } from './articles.ts'
export { getContent } from './get-content.ts'
export { keptShop, loadShop } from './load-shop.ts'
export { isRankActive, type RankOperation } from './rules/member-rank.ts'
export { sanitiseHtml } from './rules/sanitise-html.ts'
export { pictureUrl, shopUrl } from './shop-url.ts'
