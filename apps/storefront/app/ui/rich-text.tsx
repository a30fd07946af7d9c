import { Fragment } from 'react'
import { useNavigate } from 'react-router'

/**
 * Text of a heading in spans, so that a browser without support for Japanese phrases
 * keeps them together. Line breaks are kept.
 */
export const Phrases = ({ children }: { children: string }) =>
  children.split('\n').map((row, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text has no other key
    <Fragment key={at}>
      {at > 0 && <br />}
      {(row.match(/「[^」]*」|[^、。「]+[、。]?/g) ?? [row]).map((part, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={n} className="phrase">
          {part}
        </span>
      ))}
    </Fragment>
  ))

/** Plain text written by the shop; empty lines separate paragraphs. */
export const Paragraphs = ({ text, className = '' }: { text: string; className?: string }) =>
  text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => (
      <p key={paragraph} className={`whitespace-pre-line ${className}`}>
        {paragraph}
      </p>
    ))

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
