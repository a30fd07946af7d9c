import { useNavigate } from 'react-router'

/** HTML written by the shop and sanitised by the server. Its links to the shop's pages don't reload the page. */
export function RichText({ html, className = 'rich-text' }: { html: string; className?: string }) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the links inside it are clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link arrives as a click
    <div
      className={className}
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        const isPlain =
          !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
        if (!link || !isPlain || link.target || link.origin !== location.origin) return
        if (!link.pathname.startsWith('/sh/') || (link.hash && link.pathname === location.pathname)) return
        event.preventDefault()
        void navigate(link.pathname.slice('/sh'.length) + link.search + link.hash)
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
