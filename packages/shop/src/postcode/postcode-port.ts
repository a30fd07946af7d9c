export interface PostcodeTown {
  /** 1 (Hokkaido) to 47 (Okinawa). */
  pref_id: number
  pref: string
  city: string
  town: string
}

export interface PostcodePort {
  /** Every town of a seven-digit postcode; empty when there is none. Throws when the service can't be asked. */
  towns(postal_code: string): Promise<PostcodeTown[]>
}
