import { formatPoints } from '@kushi/values/points'

/** What an order gives after its delivery. */
export const GrantedPoints = ({ granted }: { granted: number }) =>
  granted > 0 && <p className="text-sm text-muted">このご注文で{formatPoints(granted)}が、お届けのあとに付きます。</p>
