// What is printed: the form, the sheets as they come out, and what was made.

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
