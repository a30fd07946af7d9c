import { type Wrapping, wrappingLines } from '@kushi/values/wrapping'
import { Row } from '../ui/rows.tsx'

/** ギフト包装・のし・カード of an order, a row each. */
export const WrappingRows = ({ wrapping }: { wrapping: Wrapping | null }) =>
  wrappingLines(wrapping).map(({ label, text }) => (
    <Row key={label} label={label} align="start">
      <span className="whitespace-pre-line">{text}</span>
    </Row>
  ))
