/** Where an order goes (お届け先): to its own address, or to the member's. */
export const DELIVERY_DESTINATION = { other: 1, same_as_member: 2 } as const

/** Sort number of the delivery note that opens a free-text field. */
export const FREE_TEXT_NOTE_SORT_NUMBER = 6
