import { Link } from 'react-router'
import { useShell } from './use-shell.ts'

/** The shop's line of news. All of it leads to the product list. */
export function Banner() {
  const banner = useShell()?.banner
  if (!banner) return null
  const line = (html: string, className: string) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
    <span className={className} dangerouslySetInnerHTML={{ __html: withoutLinks(html) }} />
  )
  return (
    <aside aria-label="お知らせ" className="bg-sand text-center text-xs text-balance phrases">
      <Link to="/products" className="flex min-h-tap items-center justify-center px-4 py-2 hover:underline">
        {line(banner.pc, banner.mobile === null ? '' : 'only-pc')}
        {banner.mobile !== null && line(banner.mobile, 'only-mobile')}
      </Link>
    </aside>
  )
}

/** A link can't hold a link or a paragraph. */
const withoutLinks = (html: string) => html.replace(/<\/?(a|p|div|h[1-6]|ul|ol|li)\b[^>]*>/g, ' ')
