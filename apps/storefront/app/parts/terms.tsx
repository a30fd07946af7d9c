import type { Term } from '@kushi/contract/order'
import { Row, Rows } from '../ui/rows.tsx'

/** The conditions of the contract, as the server words them from the shop's settings. */
export const Terms = ({ terms }: { terms: readonly Term[] }) => (
  <Rows>
    {terms.map(({ label, lines }) => (
      <Row key={label} label={label} align="start">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Row>
    ))}
  </Rows>
)
