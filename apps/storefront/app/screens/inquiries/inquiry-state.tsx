import { INQUIRY_STATUS, INQUIRY_STATUS_FOR_SENDER } from '@kushi/values/inquiry-status'
import { Badge } from '../../ui/badge.tsx'

/** The state of an inquiry, in words for the member. */
export const InquiryState = ({ inquiry_status_id }: { inquiry_status_id: number }) => (
  <Badge tone={inquiry_status_id === INQUIRY_STATUS.done ? 'leaf' : 'plain'}>
    {INQUIRY_STATUS_FOR_SENDER[inquiry_status_id]}
  </Badge>
)
