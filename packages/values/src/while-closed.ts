/**
 * Whether members can reach a page while a shop that was open before is closed (臨時休業): member pages, login and logout,
 * and the pages that a seller must show. Nothing can be bought there. `path` is relative to the shop's base.
 */
export const isOpenWhileClosed = (path: string): boolean => pages.test(path) && !shelves.test(path)

const pages =
  /^\/(login|forget|passreset|mypage|contact|contents|help|price-change|email-change|acting|callback|line-(login|link|contact|subscribe))(\/|\.data$|$)/
/** The products that a member could add to a subscription. */
const shelves = /^\/mypage\/products(\/|\.data$|$)/
