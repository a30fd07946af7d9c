/**
 * Pages that members reach while a shop that was open before is closed (臨時休業): their own, the ways in and out, and what a
 * seller has to show. Nothing is bought there. `path` stands below the shop's base.
 */
export const isOpenWhileClosed = (path: string): boolean => pages.test(path) && !shelves.test(path)

const pages =
  /^\/(login|forget|passreset|mypage|contact|contents|help|price-change|email-change|acting|callback|line-(login|link|contact|subscribe))(\/|\.data$|$)/
/** What a member could subscribe to besides. */
const shelves = /^\/mypage\/products(\/|\.data$|$)/
