import { Band } from '../ui/band.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** 比べる表 */
export const Comparison = ({ block }: BlockProps<ShownBlock<'comparison'>>) => (
  <Band title={block.title} {...(block.text && { lead: block.text })} tone="sand">
    <table className="w-full max-w-text border-collapse text-left text-sm">
      <thead>
        <tr className="border-b border-line">
          <td />
          <th scope="col" className="p-3 font-medium">
            {block.ours_name}
          </th>
          <th scope="col" className="p-3 font-normal text-muted">
            {block.theirs_name}
          </th>
        </tr>
      </thead>
      <tbody>
        {block.comparisons.map(({ point, ours, theirs }) => (
          <tr key={point} className="border-b border-line align-top">
            <th scope="row" className="py-3 pr-3 font-normal text-muted">
              {point}
            </th>
            <td className="bg-surface p-3">{ours}</td>
            <td className="p-3 text-muted">{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Band>
)
