import { Link } from 'react-router'
import { RichText } from '../ui/rich-text.tsx'
import { useShell } from './use-shell.ts'

/** The shop's line of news. All of it leads to the product list, but for the links that it holds itself. */
export function Banner() {
  const banner = useShell()?.banner
  if (!banner) return null
  const line = (html: string, className: string) => (
    <RichText html={inOneLine(html)} className={`banner-text ${className}`} />
  )
  return (
    <aside
      aria-label="お知らせ"
      className="phrases relative flex min-h-tap items-center justify-center bg-sand px-4 py-2 text-center text-xs text-balance print:hidden"
    >
      <Link to="/products" aria-label="商品一覧を見る" className="absolute inset-0" />
      {line(banner.pc, banner.mobile === null ? '' : 'only-pc')}
      {banner.mobile !== null && line(banner.mobile, 'only-mobile')}
    </aside>
  )
}

const inOneLine = (html: string) => html.replace(/<\/?(p|div|h[1-6]|ul|ol|li)\b[^>]*>/g, ' ')
