// The print view: the form, the sheets, and the files that were made.

import { Form } from "./print_form";
import { Outcome } from "./print_outcome";
import { Sheets } from "./print_sheets";

export default function Print() {
  return (
    <>
      <Form />
      <Sheets />
      <Outcome />
    </>
  );
}
