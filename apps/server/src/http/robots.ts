/** robots.txt: what a search engine has no business with, and where the list of pages is. */
export const robots = (publicUrl: string): string => `User-agent: *
Disallow: /sh/mypage
Disallow: /sh/cart
Disallow: /sh/login
Disallow: /sh/normal-purchase
Disallow: /sh/periodic-purchase
Disallow: /sandbox/
Disallow: /v1/
Sitemap: ${publicUrl}/sh/sitemap.xml
`
