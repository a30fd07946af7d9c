import { Fragment } from 'react'

/** A heading's words, in parts that a browser which knows no Japanese phrases keeps together; a line break stays one. */
export const Phrases = ({ children }: { children: string }) =>
  children.split('\n').map((row, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name
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
