import { Fragment } from 'react'

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
